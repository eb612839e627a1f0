package codeextract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/drawing"
	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// typeGraph draws types: those named, what they hold and embed, and the interfaces that they satisfy.
func (a *analysis) typeGraph(ctx context.Context, f *diagram, g *callgraph.Graph) problem.List {
	t := &typeDrawer{analysis: a, f: f, g: g}
	var problems problem.List
	if t.fold = a.listed(ctx, f, "fold", &problems); len(problems) > 0 {
		return problems
	}
	for _, n := range f.block.Names("sym") {
		p := f.named[n.Pos]
		if t.shape(p.fn()) == nil {
			return problem.List{{Pos: n.Pos, Kind: problem.Missing, Message: fmt.Sprintf("%s is no type", cmp.Or(p.name, n.Sym))}}
		}
		t.subjects = append(t.subjects, p.fn())
	}
	svg, kinds := t.draw()
	f.draw(svg, kinds)
	return nil
}

// typeDrawer collects the types of a typegraph.
type typeDrawer struct {
	*analysis
	f        *diagram
	g        *callgraph.Graph
	subjects []callgraph.Func
	fold     []callgraph.Func // not drawn
	all      []callgraph.Func // from the interfaces that are satisfied down to what is held
}

// mostParts is how many fields or methods of a type that is not what the picture is about are drawn.
const mostParts = 5

// draw gives the picture and the kinds of its lines.
func (t *typeDrawer) draw() (svg string, kinds []string) {
	t.collect()
	var boxes []drawing.Box
	var links []drawing.Link
	for i, typ := range t.all {
		boxes = append(boxes, t.box(typ))
		links = append(links, t.links(i, len(boxes[i].Parts))...)
	}
	for _, l := range links {
		kinds = append(kinds, l.Kind)
	}
	return drawing.Boxes(t.f.svgID(), t.f.title(), boxes, links), kinds
}

// collect orders the types: interfaces that the subjects satisfy, or types that satisfy them, the subjects, what they hold.
func (t *typeDrawer) collect() {
	var above, below []callgraph.Func
	for _, s := range t.subjects {
		above = append(above, t.satisfied(s)...)
		above = append(above, t.g.Satisfying(s)...)
		for _, field := range t.shape(s).fields {
			for _, ref := range field.refs {
				if t.shape(ref) != nil {
					below = append(below, ref)
				}
			}
		}
	}
	for _, list := range [][]callgraph.Func{above, t.subjects, below} {
		for _, typ := range list {
			again := slices.Contains(t.all, typ) || slices.Contains(t.subjects, typ) && !slices.Equal(list, t.subjects)
			if !again && t.shape(typ) != nil && !among(t.fold, typ) {
				t.all = append(t.all, typ)
			}
		}
	}
}

// satisfied gives the interfaces that a type satisfies, without those that another of them embeds.
func (t *typeDrawer) satisfied(typ callgraph.Func) []callgraph.Func {
	all := t.g.Satisfied(typ)
	return slices.DeleteFunc(slices.Clone(all), func(i callgraph.Func) bool {
		return slices.ContainsFunc(all, func(other callgraph.Func) bool {
			s := t.shape(other)
			return s != nil && slices.ContainsFunc(s.fields, func(f shapeField) bool { return f.Embedded && slices.Contains(f.refs, i) })
		})
	})
}

// typeShape is what a type is made of, by names.
type typeShape struct {
	kind   string
	fields []shapeField
}

type shapeField struct {
	gotypes.Field
	refs []callgraph.Func
}

// shape finds a type in the packages of the picture, nil where it is none of them.
func (t *typeDrawer) shape(typ callgraph.Func) *typeShape {
	for _, p := range t.f.typed {
		if p.Path != typ.Package {
			continue
		}
		for _, s := range p.Shapes {
			o := p.Objects[s.Type]
			if o.Symbol != typ.Symbol {
				continue
			}
			out := &typeShape{kind: "struct"}
			if o.Kind == "interface" {
				out.kind = "interface"
			}
			for _, f := range s.Fields {
				field := shapeField{Field: f}
				for _, r := range f.Refs {
					field.refs = append(field.refs, callgraph.Func{Package: p.Objects[r].Package, Symbol: p.Objects[r].Symbol})
				}
				out.fields = append(out.fields, field)
			}
			if len(out.fields) == 1 && out.fields[0].Name == "" {
				out.kind = ""
			}
			return out
		}
	}
	return nil
}

func (t *typeDrawer) box(typ callgraph.Func) drawing.Box {
	s := t.shape(typ)
	b := drawing.Box{Label: t.label(t.f, typ, t.f.shortName(typ)), Word: s.kind, Main: slices.Contains(t.subjects, typ)}
	for i, f := range s.fields {
		if !b.Main && i == mostParts && len(s.fields) > mostParts+1 {
			b.More = len(s.fields) - i
			break
		}
		p := drawing.Part{Label: drawing.Label{Text: f.Name}, Type: f.Text}
		if f.Embedded && s.kind == "struct" {
			p.Text = "" // its type says the same
		}
		b.Parts = append(b.Parts, p)
	}
	return b
}

// links gives the lines that begin at a type: from its parts, as far as they are drawn, and to interfaces.
func (t *typeDrawer) links(i, parts int) []drawing.Link {
	var out []drawing.Link
	typ := t.all[i]
	main := slices.Contains(t.subjects, typ)
	for k, f := range t.shape(typ).fields[:parts] {
		kind := "field"
		if f.Embedded {
			kind = "embeds"
		}
		for _, ref := range f.refs {
			to := slices.Index(t.all, ref)
			if to >= 0 && to != i && (main || f.Embedded) && !strings.HasPrefix(f.Text, "(") {
				out = append(out, drawing.Link{From: i, Part: k, To: to, Kind: kind})
			}
		}
	}
	for _, iface := range t.g.Satisfied(typ) {
		to := slices.Index(t.all, iface)
		if to >= 0 && to != i && (main || slices.Contains(t.subjects, iface)) && slices.Contains(t.satisfied(typ), iface) {
			out = append(out, drawing.Link{From: i, Part: -1, To: to, Kind: "satisfies"})
		}
	}
	return out
}
