package chromium

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"golang.org/x/text/unicode/norm"
)

// PDFText prints the page to a PDF and gives the text that a reader of the PDF finds in it, in the order in which it was
// drawn and without any white space: lines break where the paper ends. It skips the test without pdftotext.
func (tab *Tab) PDFText() string {
	tab.T.Helper()
	reader, err := exec.LookPath("pdftotext")
	if err != nil {
		Missing(tab.T, "no pdftotext: run make tools as root, or install poppler-utils")
	}
	ctx, cancel := context.WithTimeout(tab.Ctx, Patience)
	defer cancel()
	printed, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
	if err != nil {
		tab.T.Fatalf("print: %v", err)
	}
	file := filepath.Join(tab.T.TempDir(), "page.pdf")
	if err := os.WriteFile(file, printed.Data, 0o600); err != nil {
		tab.T.Fatal(err)
	}
	text, err := exec.CommandContext(ctx, reader, "-raw", "-enc", "UTF-8", file, "-").Output()
	if err != nil {
		tab.T.Fatalf("pdftotext: %v", err)
	}
	return Squeeze(string(text))
}

// Squeeze takes white space and soft hyphens out of a text and gives its characters their usual forms: fonts have one glyph
// for a Chinese character and the radical that looks like it.
func Squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u00ad' || r == '\u200b' {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}
