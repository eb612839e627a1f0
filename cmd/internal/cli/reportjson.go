package cli

import (
	"encoding/json"
	"io"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
)

// reportJSON is what check --format json writes, schema srcblog.check/1.
type reportJSON struct {
	Schema   string                    `json:"schema"`
	Base     string                    `json:"base,omitempty"` // the revision compared with
	Exit     int                       `json:"exit"`
	Counts   map[freshness.Verdict]int `json:"counts"`
	Items    []itemJSON                `json:"items"` // every snippet, also those that are well
	Figures  []figureJSON              `json:"figures,omitempty"`
	Problems []problemJSON             `json:"problems"`
}

type figureJSON struct {
	ID     string `json:"id"`
	Line   int    `json:"line"`
	Kind   string `json:"kind"`
	Broken bool   `json:"broken"`
}

type itemJSON struct {
	ID     string            `json:"id"`
	Line   int               `json:"line"`
	State  freshness.Verdict `json:"state"`
	Draft  bool              `json:"draft,omitempty"`
	Known  bool              `json:"known,omitempty"` // the base had it, too
	Was    string            `json:"was,omitempty"`   // id of the lock block compared with, where that is another
	Src    string            `json:"src"`
	Sym    string            `json:"sym"`
	From   placeJSON         `json:"from"`
	To     placeJSON         `json:"to"`
	Notes  notesJSON         `json:"notes"`
	Defer  *deferJSON        `json:"defer,omitempty"`
	Diff   string            `json:"diff,omitempty"`
	Reason string            `json:"reason,omitempty"`
	Fix    string            `json:"fix,omitempty"`
}

type deferJSON struct {
	Until   string `json:"until,omitempty"`
	Reason  string `json:"reason"`
	Overdue bool   `json:"overdue"`
}

func deferralJSON(it *codeextract.Item) *deferJSON {
	if it.Deferral == nil {
		return nil
	}
	return &deferJSON{it.Deferral.Until, it.Deferral.Reason, it.Overdue}
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
	Known   bool   `json:"known,omitempty"`
	Fix     string `json:"fix,omitempty"`
}

func writeReportJSON(w io.Writer, report *codeextract.Report, strict bool) error {
	doc := reportJSON{
		Schema:   "srcblog.check/1",
		Base:     report.Base,
		Exit:     report.Exit(strict),
		Counts:   report.Counts(),
		Items:    []itemJSON{},
		Problems: []problemJSON{},
	}
	for _, it := range report.Items {
		doc.Items = append(doc.Items, itemJSON{
			ID: it.ID, Line: it.Pos.Line, State: it.Verdict, Draft: it.Draft, Known: it.Known, Was: it.Was, Src: it.Src, Sym: it.Sym,
			From: placeJSON(it.From), To: placeJSON(it.To),
			// Empty lists, not null: a reader need not tell the two apart.
			Notes: notesJSON{append([]string{}, it.NotesOK...), append([]string{}, it.NotesHit...)},
			Defer: deferralJSON(it), Diff: it.Diff, Reason: it.Reason, Fix: it.Fix,
		})
	}
	for _, f := range report.Figures {
		doc.Figures = append(doc.Figures, figureJSON{f.ID, f.Pos.Line, f.Kind, f.Broken})
	}
	for _, p := range report.Problems {
		doc.Problems = append(doc.Problems, problemJSON{
			File: p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column,
			Kind: string(p.Kind), Message: p.Message, Known: p.Known, Fix: p.Fix,
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
