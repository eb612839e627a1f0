package cli

import (
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// verdictText is a verdict's stable word and, in other languages than English, what it means.
func (a *App) verdictText(v freshness.Verdict) string {
	if meaning := a.meanings()[v]; a.words != nil && meaning != "" {
		return string(v) + "（" + meaning + "）"
	}
	return string(v)
}

// meanings says each verdict in a few words.
func (a *App) meanings() map[freshness.Verdict]string {
	return map[freshness.Verdict]string{
		freshness.Comment:   a.T("only comments changed"),
		freshness.Stale:     a.T("shown code changed"),
		freshness.Deferred:  a.T("stale, deferred"),
		freshness.Restamped: a.T("accepted without reading"),
		freshness.Unlocked:  a.T("never reviewed"),
		freshness.Skew:      a.T("same version, other content"),
		freshness.Orphan:    a.T("snippet is gone"),

		freshness.Verdict(problem.AnchorLost):  a.T("selector fits no place"),
		freshness.Verdict(problem.Missing):     a.T("not there"),
		freshness.Verdict(problem.Ambiguous):   a.T("several have the name"),
		freshness.Verdict(problem.OutsideRoot): a.T("outside its root"),
		freshness.Verdict(problem.ParseError):  a.T("not valid Go"),
		freshness.Verdict(problem.DuplicateID): a.T("id is taken"),
		freshness.Verdict(problem.EdgeBroken):  a.T("call path is broken"),
		freshness.Verdict(problem.Replaced):    a.T("go.mod replaces the module"),
		freshness.Verdict(problem.BadSyntax):   a.T("can't be read"),
		freshness.Verdict(problem.Lint):        a.T("would be published otherwise than meant"),
		freshness.Verdict(problem.BadConfig):   a.T("configuration is wrong"),
		freshness.Verdict(problem.Unavailable): a.T("can't be judged"),
	}
}

// reasonText says in the user's language what the library says of an item; what git or go said stays as it is.
func (a *App) reasonText(reason string) string {
	for english, local := range map[string]string{
		"the id now stands for other code than at its last review": a.T("the id now stands for other code than at its last review"),
		"the lock has a review of a snippet that is gone":          a.T("the lock has a review of a snippet that is gone"),
		"the module has other content than at the review, under the same version": a.T(
			"the module has other content than at the review, under the same version"),
		"accepted since then, though neither the prose changed nor a reason was given": a.T(
			"accepted since then, though neither the prose changed nor a reason was given"),
		"no diff: ": a.T("no diff: "),
	} {
		if rest, ok := strings.CutPrefix(reason, english); ok {
			return local + rest
		}
	}
	return reason
}

// terminal says whether a stream is one. Tests replace it.
func (a *App) terminal(stream any) bool {
	if a.Terminal {
		return true
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// coloured paints a report's entry for a terminal: its first line bold, added lines green, removed ones red.
func coloured(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		body := strings.TrimSuffix(line, "\n")
		code := ""
		switch rest := strings.TrimPrefix(body, "\t"); {
		case i == 0:
			code = "1"
		case strings.HasPrefix(rest, "+"):
			code = "32"
		case strings.HasPrefix(rest, "-"):
			code = "31"
		case strings.HasPrefix(rest, "@@"):
			code = "36"
		}
		if code != "" && body != "" {
			line = "\x1b[" + code + "m" + body + "\x1b[0m" + line[len(body):]
		}
		b.WriteString(line)
	}
	return b.String()
}
