package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// The part of SARIF 2.1.0 that a check needs: https://docs.oasis-open.org/sarif/sarif/v2.1.0/.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		URI   string      `json:"informationUri"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID   string    `json:"id"`
		Text sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule         string            `json:"ruleId"`
		Index        int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Baseline     string            `json:"baselineState,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
	}
)

// writeSARIF writes the report for code scanning. Other people's code never gets into it: no diffs, and of messages only
// what srcblog says itself.
func writeSARIF(w io.Writer, report *codeextract.Report, strict bool) error {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "srcblog", URI: "https://github.com/srcblog/srcblog", Rules: []sarifRule{}}
	rules := map[string]int{}
	add := func(kind, level, text string, pos problem.Position, fingerprint string, known bool) {
		index, ok := rules[kind]
		if !ok {
			index = len(rules)
			rules[kind] = index
			english := &App{}
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules,
				sarifRule{ID: kind, Text: sarifText{english.meanings()[freshness.Verdict(kind)]}})
		}
		run.Results = append(run.Results, sarifResult{Rule: kind, Index: index, Level: level, Message: sarifText{text},
			Locations: []sarifLocation{location(pos)}, Baseline: baseline(report, known),
			Fingerprints: map[string]string{"srcblog/v1": fingerprintOf(kind, fingerprint)}})
	}
	for _, p := range report.Problems {
		level := "error"
		if p.Known {
			level = "note"
		}
		add(string(p.Kind), level, ownWords(p.Message), p.Pos, p.Pos.File+"\x00"+withoutNumbers(ownWords(p.Message)), p.Known)
	}
	for _, it := range report.Items {
		if worthSaying(it) {
			add(string(it.Verdict), sarifLevel(it, strict), sarifMessage(it), it.Pos, it.ID, it.Known)
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifLevel(it *codeextract.Item, strict bool) string {
	switch {
	case it.Known:
		return "note"
	case it.Exit(strict) > 0:
		return "error"
	}
	return "warning"
}

// sarifMessage says what happened to a snippet by names and places.
func sarifMessage(it *codeextract.Item) string {
	english := &App{}
	s := fmt.Sprintf("%s: %s", it.ID, english.meanings()[it.Verdict])
	if it.Sym != "" {
		s += " (" + it.Sym + ")"
	}
	if from, to := placeText(it.From), placeText(it.To); from != "" && to != "" {
		s += ": " + from + " → " + to
	}
	if notes := english.notesText(it); notes != "" {
		s += "; " + notes
	}
	return s
}

// ownWords cuts a message where it begins to quote the source: candidates come after "did you mean" or on further lines.
func ownWords(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	message, _, _ = strings.Cut(message, "; did you mean")
	return strings.TrimSuffix(message, ":")
}

func location(pos problem.Position) sarifLocation {
	l := sarifLocation{sarifPhysical{Artifact: sarifArtifact{URI: (&url.URL{Path: pos.File}).EscapedPath()}}}
	if pos.Line > 0 {
		l.Physical.Region = &sarifRegion{Line: pos.Line}
	}
	return l
}

func baseline(report *codeextract.Report, known bool) string {
	switch {
	case report.Base == "":
		return ""
	case known:
		return "unchanged"
	}
	return "new"
}

func withoutNumbers(s string) string { return regexp.MustCompile(`[0-9]+`).ReplaceAllString(s, "#") }

// fingerprintOf names a result apart from where it stands, so that it stays the same one when lines move.
func fingerprintOf(kind, what string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + what))
	return hex.EncodeToString(sum[:16])
}
