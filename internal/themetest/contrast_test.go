package themetest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const theme = "../../themes/loveit"

// Least ratios of WCAG 2.2: text (1.4.3), edges of controls and other marks that carry meaning (1.4.11).
const (
	text = 4.5
	mark = 3.0
)

var lightDark = regexp.MustCompile(`--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`)

// palette reads tokens.css: name to the light and the dark colour.
func palette(t *testing.T) map[string][2]string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(theme, "assets/css/tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	colors := map[string][2]string{}
	for _, m := range lightDark.FindAllStringSubmatch(string(src), -1) {
		colors[m[1]] = [2]string{m[2], m[3]}
	}
	if len(colors) == 0 {
		t.Fatal("tokens.css: no colour of the form --name: light-dark(#rrggbb, #rrggbb)")
	}
	return colors
}

func TestContrast(t *testing.T) {
	colors := palette(t)
	papers := []string{"color-paper", "color-raised", "code-paper", "code-chip"}
	rows := []string{"code-paper", "code-chip", "code-mark", "code-lit", "code-added", "code-removed"}
	check := func(least float64, fronts, backs []string) {
		for _, front := range fronts {
			for _, back := range backs {
				for i, scheme := range []string{"light", "dark"} {
					got := ratio(t, colors[front][i], colors[back][i])
					if got < least {
						t.Errorf("%s: %s on %s has a ratio of %.2f, at least %.1f", scheme, front, back, got, least)
					}
				}
			}
		}
	}

	// Whatever a token's colour is called, it may stand on every kind of line.
	var tokens []string
	for name := range colors {
		if strings.HasPrefix(name, "code-") && !slices.Contains(rows, name) {
			tokens = append(tokens, name)
		}
	}
	check(text, tokens, rows)
	check(text, []string{"color-ink", "color-soft", "color-accent", "color-warn", "color-bad", "color-good"}, papers)
	for _, tone := range []string{"accent", "warn", "bad", "good"} {
		check(text, []string{"color-ink", "color-" + tone}, []string{"color-" + tone + "-tint"})
	}
	check(text, []string{"color-soft"}, []string{"color-accent-tint"})
	check(text, []string{"color-on-accent"}, []string{"color-accent"})
	check(text, []string{"color-ink"}, []string{"color-highlight", "color-selection"})
	check(text, []string{"color-ink", "color-soft", "color-accent"}, []string{"code-lit"}) // a note that is pointed at
	check(mark, []string{"color-control"}, papers)
	check(mark, []string{"color-accent"}, rows) // a note's marker
}

// The browser's own bars have the colour of the page.
func TestBrowserColourIsThePaper(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(theme, "layouts/_partials/head/icons.html"))
	if err != nil {
		t.Fatal(err)
	}
	for i, scheme := range []string{"light", "dark"} {
		want := fmt.Sprintf(`media="(prefers-color-scheme: %s)" content="%s"`, scheme, palette(t)["color-paper"][i])
		if !strings.Contains(string(src), want) {
			t.Errorf("head/icons.html: no theme-color with %s", want)
		}
	}
}

// ratio is WCAG's contrast of two colours of the form #rrggbb.
func ratio(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, color string) float64 {
	t.Helper()
	if len(color) != 7 {
		t.Fatalf("tokens.css: no such colour: %q", color)
	}
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
