package cli

import (
	"encoding/json"
	"io"

	"github.com/srcblog/srcblog/codeextract"
)

// reportJSON is what check --format json writes, schema srcblog.check/1.
type reportJSON struct {
	Schema   string                      `json:"schema"`
	Exit     int                         `json:"exit"`
	Counts   map[codeextract.Verdict]int `json:"counts"`
	Items    []itemJSON                  `json:"items"` // every snippet, also those that are well
	Problems []problemJSON               `json:"problems"`
}

type itemJSON struct {
	ID     string              `json:"id"`
	Line   int                 `json:"line"`
	State  codeextract.Verdict `json:"state"`
	Draft  bool                `json:"draft,omitempty"`
	Src    string              `json:"src"`
	Sym    string              `json:"sym"`
	From   placeJSON           `json:"from"`
	To     placeJSON           `json:"to"`
	Notes  notesJSON           `json:"notes"`
	Diff   string              `json:"diff,omitempty"`
	Reason string              `json:"reason,omitempty"`
	Fix    string              `json:"fix,omitempty"`
}

type placeJSON struct {
	Version string `json:"version,omitempty"`
	File    string `json:"file,omitempty"`
	First   int    `json:"first,omitempty"`
	Last    int    `json:"last,omitempty"`
}

type notesJSON struct {
	OK       []string `json:"ok"`
	Affected []string `json:"affected"`
}

type problemJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

func writeReportJSON(w io.Writer, report *codeextract.Report, strict bool) error {
	doc := reportJSON{
		Schema:   "srcblog.check/1",
		Exit:     report.Exit(strict),
		Counts:   report.Counts(),
		Items:    []itemJSON{},
		Problems: []problemJSON{},
	}
	for _, it := range report.Items {
		doc.Items = append(doc.Items, itemJSON{
			ID: it.ID, Line: it.Pos.Line, State: it.Verdict, Draft: it.Draft, Src: it.Src, Sym: it.Sym,
			From: placeJSON(it.From), To: placeJSON(it.To),
			// Empty lists, not null: a reader need not tell the two apart.
			Notes: notesJSON{append([]string{}, it.NotesOK...), append([]string{}, it.NotesHit...)},
			Diff:  it.Diff, Reason: it.Reason, Fix: it.Fix,
		})
	}
	for _, p := range report.Problems {
		doc.Problems = append(doc.Problems, problemJSON{
			File: p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column,
			Kind: string(p.Kind), Message: p.Message, Fix: p.Fix,
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
