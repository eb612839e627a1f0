package drawing

import "strings"

// alone is how a picture looks that no style sheet reaches, in both schemes.
const alone = `<style>
svg{--ink:#24292f;--soft:#565d66;--line:#85898f;--paper:#f6f6f2;--lit:#e7eff9;--accent:#1d5aa0;background:var(--paper)}
@media (prefers-color-scheme:dark){svg{--ink:#d9dbdf;--soft:#a2a9b2;--line:#7b828b;--paper:#1d2024;--lit:#1f2c3d;--accent:#88b8f2}}
text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px;fill:var(--ink)}
.diagram-aside,.diagram-more,.diagram-part,.diagram-note{font-size:12px;fill:var(--soft)}
.diagram-over{paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.diagram-box{fill:var(--paper);stroke:var(--line)}
.diagram-root{fill:var(--lit);stroke:var(--accent)}
.diagram-trunk,.diagram-line,.diagram-life,.diagram-rule{fill:none;stroke:var(--line)}
.diagram-life,.diagram-interface,.diagram-satisfies,.diagram-again{stroke-dasharray:5 3}
.diagram-value,.diagram-dynamic{stroke-dasharray:2 3}
.diagram-head{fill:var(--line);stroke:none}
</style>
`

// File makes a picture a file of its own, with its looks in it.
func File(svg string) string {
	open, rest, _ := strings.Cut(svg, ">\n")
	return open + ">\n" + alone + rest
}
