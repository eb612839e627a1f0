package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
)

type upgradeOptions struct {
	module, version string
	alias           string
	markdown, write bool
}

func newUpgradeCmd(a *App) *cobra.Command {
	o := &upgradeOptions{}
	cmd := &cobra.Command{
		Use:   "upgrade MODULE@VERSION",
		Short: a.T("Say what a new version of a module does to the articles"),
		Long: a.T("Download the version and judge every snippet and note of the module against it, before anything is changed. " +
			"Exit code 0, whatever there is to do, unless the plan can't be made."),
		Example: "  srcblog upgrade k8s.io/client-go@v0.38.0 --md > plan.md\n  srcblog upgrade k8s.io/client-go@v0.38.0 --write",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var ok bool
			if o.module, o.version, ok = strings.Cut(args[0], "@"); !ok {
				return Usage(errors.New(a.T("upgrade to which version? MODULE@VERSION")))
			}
			return runUpgrade(cmd.Context(), a, o)
		},
	}
	cmd.Flags().BoolVar(&o.markdown, "md", false, a.T("print a Markdown checklist for a pull request"))
	cmd.Flags().BoolVar(&o.write, "write", false, a.T("put the version into go.mod or srcblog.toml"))
	cmd.Flags().StringVar(&o.alias, "alias", "", a.T("the source of srcblog.toml to upgrade, where several pin the module"))
	return cmd
}

func runUpgrade(ctx context.Context, a *App, o *upgradeOptions) error {
	site, err := a.Open()
	if err != nil {
		return err
	}
	plan, err := site.Upgrade(ctx, o.module, o.version, o.alias)
	if errors.Is(err, codeextract.ErrUpgrade) {
		return Usage(err)
	}
	if err != nil {
		return err
	}
	if o.markdown {
		fmt.Fprint(a.Out, a.planMarkdown(plan))
	} else {
		fmt.Fprint(a.Out, a.planText(plan))
	}
	if !o.write {
		return nil
	}
	file, err := site.WriteVersion(plan)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Err, a.T("%s now says %s %s; in a Go module, go mod tidy brings go.sum along\n"), file, plan.Module, plan.To)
	return nil
}

func (a *App) planText(plan *codeextract.Plan) string {
	var b strings.Builder
	for _, it := range plan.Items {
		if worthSaying(it) {
			b.WriteString(a.itemText(it))
		}
	}
	for _, p := range plan.Problems {
		b.WriteString(a.problemText(p))
	}
	b.WriteString(a.planSummary(plan) + "\n")
	return b.String()
}

// planSummary is a line such as "k8s.io/client-go v0.34.0 → v0.35.0: 64 snippets (60 moved, 4 stale)".
func (a *App) planSummary(plan *codeextract.Plan) string {
	counts := map[freshness.Verdict]int{}
	for _, it := range plan.Items {
		counts[it.Verdict]++
	}
	var parts []string
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
	}
	s := fmt.Sprintf(a.T("%s %s → %s: snippets: %d"), plan.Module, plan.From, plan.To, len(plan.Items))
	if len(parts) > 0 {
		s += " (" + strings.Join(parts, ", ") + ")"
	}
	if len(plan.Pending) > 0 {
		s += fmt.Sprintf(a.T("; awaiting review already: %d"), len(plan.Pending))
	}
	return s
}

// planMarkdown is the plan as a checklist: first what somebody has to do, then what only moved, folded.
func (a *App) planMarkdown(plan *codeextract.Plan) string {
	var todo, quiet strings.Builder
	for _, it := range plan.Items {
		line := fmt.Sprintf("`%s` **%s** `%s`", it.ID, it.Verdict, it.Sym)
		if it.Verdict.Quiet() {
			fmt.Fprintf(&quiet, "- %s %s → %s\n", line, placeText(it.From), placeText(it.To))
			continue
		}
		fmt.Fprintf(&todo, "- [ ] %s\n", line)
		if notes := a.notesText(it); notes != "" {
			fmt.Fprintf(&todo, "  %s\n", notes)
		}
		if it.Reason != "" {
			fmt.Fprintf(&todo, "  %s\n", strings.ReplaceAll(a.reasonText(it.Reason), "\n", "\n  "))
		}
		if it.Verdict.Broken() && it.Fix != "" {
			fmt.Fprintf(&todo, "  %s\n", strings.ReplaceAll(it.Fix, "\n", "\n  "))
		}
		todo.WriteString(details("diff", fenced("diff", it.Diff)))
	}
	out := "## " + a.planSummary(plan) + "\n\n" + todo.String()
	if quiet.Len() > 0 {
		out += "\n<details><summary>" + a.T("nothing to do") + "</summary>\n\n" + quiet.String() + "\n</details>\n"
	}
	return out
}

// details folds text below a list item; "" stays "".
func details(summary, text string) string {
	if text == "" {
		return ""
	}
	return "  <details><summary>" + summary + "</summary>\n\n" + indentBy("  ", text) + "\n  </details>\n"
}

// fenced quotes code with a fence longer than any in it.
func fenced(lang, code string) string {
	if code == "" {
		return ""
	}
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + lang + "\n" + strings.TrimRight(code, "\n") + "\n" + fence + "\n"
}

func indentBy(prefix, text string) string {
	text = strings.TrimRight(text, "\n")
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
}
