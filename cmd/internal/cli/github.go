package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/srcblog/srcblog/codeextract"
)

// writeGitHub writes workflow commands, which GitHub Actions turns into annotations at the page's line. The rules of
// escaping are those of actions/toolkit: in messages %, CR and LF, in properties : and , as well.
func (a *App) writeGitHub(w io.Writer, report *codeextract.Report, strict bool) error {
	var b strings.Builder
	for _, p := range report.Problems {
		level := "error"
		if p.Known {
			level = "notice"
		}
		text := p.Message
		if p.Fix != "" {
			text += "\n" + p.Fix
		}
		annotation(&b, level, p.Pos.File, p.Pos.Line, p.Pos.Column, string(p.Kind), text)
	}
	for _, it := range report.Items {
		if !worthSaying(it) {
			continue
		}
		level := "warning"
		switch {
		case it.Known:
			level = "notice"
		case it.Exit(strict) > 0:
			level = "error"
		}
		_, text, _ := strings.Cut(a.itemText(it), "\n")
		text = strings.ReplaceAll("\n"+text, "\n\t", "\n")
		if text = strings.TrimSpace(text); text == "" {
			text = string(it.Verdict)
		}
		annotation(&b, level, it.Pos.File, it.Pos.Line, it.Pos.Column, it.ID+" "+string(it.Verdict), text)
	}
	b.WriteString(a.countsText(report) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func annotation(b *strings.Builder, level, file string, line, column int, title, text string) {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(b, "::%s file=%s", level, property.Replace(file))
	if line > 0 {
		fmt.Fprintf(b, ",line=%d", line)
	}
	if column > 0 {
		fmt.Fprintf(b, ",col=%d", column)
	}
	fmt.Fprintf(b, ",title=%s::%s\n", property.Replace(title), message.Replace(text))
}
