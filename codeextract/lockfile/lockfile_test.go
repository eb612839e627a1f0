package lockfile

import (
	"strings"
	"testing"
)

const sample = `# What each snippet showed when its prose was last reviewed. Written by ` + "`srcblog accept`" + `; commit it.
format 1

content/posts/a b.md#pop
  part cache#DeltaFIFO.Pop
    file informer/tools/cache/delta fifo.go 120-165
    blob 3b18e512
    sig aa
    code bb
    full cc
    text dd
    nodes 11 22
    colour blue
  part client-go/tools/cache#Queue
    file tools/cache/fifo.go 1-2
    module k8s.io/client-go v0.37.2 h1:abc=
    code ee
  shown ff
  seen 00
  note err 12
  note 2 34
  ack "says the \"same\""
  defer ff01 until 2027-01-31 "later"
  mood good

content/posts/z.md#all
  part scripts/a.sh
    file a.sh 1-9
  shown 99
`

func TestRoundTrip(t *testing.T) {
	f, err := Parse([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.Bytes()); got != sample {
		t.Errorf("written lock differs:\n%s", got)
	}
	e := f.Entries["content/posts/a b.md#pop"]
	if e.Parts[0].First != 120 || e.Parts[0].Last != 165 || e.Parts[1].Version != "v0.37.2" || e.Note("err") != "12" || e.Note("no") != "" {
		t.Errorf("fields lost: %+v", e)
	}
}

func TestLineEndsDoNotMatter(t *testing.T) {
	f, err := Parse([]byte("\ufeff" + strings.ReplaceAll(sample, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.Bytes()); got != sample {
		t.Errorf("CRLF and BOM changed the lock:\n%s", got)
	}
}

func TestConflictedBlocksAreUnlocked(t *testing.T) {
	src := `format 1

a.md#one
  shown 1

<<<<<<< HEAD
a.md#two
  shown 2
=======
a.md#two
  shown 3
>>>>>>> other

a.md#three
  shown 1
<<<<<<< HEAD
  note 1 a
=======
  note 1 b
>>>>>>> other

a.md#four
  shown 4
`
	f, err := Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Entries) != 2 || f.Entries["a.md#one"] == nil || f.Entries["a.md#four"] == nil {
		t.Errorf("want one and four, got %v", f.Entries)
	}
}

func TestErrors(t *testing.T) {
	for src, want := range map[string]string{
		"format 2\n":                       "line 1: format 2 was written by a newer srcblog (this one knows 1); update srcblog",
		"format x\n":                       `line 1: format "x" is not a number`,
		"format 1\nhello\n":                `line 2: "hello" is neither a snippet's id (page#id) nor a field`,
		"  shown 1\n":                      `line 1: "shown 1" stands before any snippet`,
		"a#b\n    code 1\n":                `line 2: "code 1" stands before any part`,
		"a#b\n  part x\n    file y 1\n":    `line 3: lines "1" are not of the form a-b`,
		"a#b\n\na#b\n":                     "line 3: a#b stands twice",
		"a#b\n  defer 12\n":                "line 2: defer wants a hash, maybe until and a date, and a quoted reason",
		"a#b\n  defer 12 until x \"r\"\n":  `line 2: defer until "x" is not a date (2006-01-02)`,
		"a#b\n  ack x\n":                   "line 2: ack x is not a quoted string",
		"a#b\n  part x\n    module y v1\n": "line 3: module wants path, version and sum",
	} {
		_, err := Parse([]byte(src))
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Fuzz(func(t *testing.T, src string) {
		file, err := Parse([]byte(src))
		if err != nil {
			return
		}
		again, err := Parse(file.Bytes())
		if err != nil {
			t.Fatalf("own output not readable: %v\n%s", err, file.Bytes())
		}
		if string(again.Bytes()) != string(file.Bytes()) {
			t.Errorf("not stable:\n%s\n%s", file.Bytes(), again.Bytes())
		}
	})
}
