package drawing

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// pictures has one of each kind, with texts that want escaping.
func pictures() map[string]string {
	hostile := Label{Text: `<a>&"`, Href: `javascript:"><script>`, Hint: "func() <-chan int"}
	return map[string]string{
		"outline": Outline("fig-x", "调用 <图>", []Row{{Label: hostile}, {Label: Label{Text: "处理增量"}, Depth: 1, Kind: "value", Aside: "go wait.Until"},
			{Label: Label{Text: "again"}, Depth: 1, Kind: "static", First: 1}, {Label: Label{Text: "cut"}, Depth: 1, Kind: "static", More: 3}}),
		"sequence": Sequence("fig-y", "时序", []Label{hostile, {Text: "sharedIndexInformer"}},
			[]Message{{Label: hostile, To: 1, Kind: "dynamic", Note: "先改缓存，再通知"}, {Label: hostile, From: 1, To: 1, Kind: "static"}, {Label: hostile, From: 1, Kind: "static"}}),
		"boxes": Boxes("fig-z", "类型", []Box{{Label: hostile, Word: "struct", Main: true, Parts: []Part{{Label: Label{Text: "f"}, Type: "map[string]<-chan int"}}, More: 2},
			{Label: Label{Text: "B"}}}, []Link{{From: 0, Part: 0, To: 1, Kind: "field"}, {From: 1, Part: -1, To: 0, Kind: "satisfies"}}),
	}
}

// A picture is well-formed, has no looks of its own, which a strict policy would block, and nothing in it lies outside of it.
func TestPictures(t *testing.T) {
	for name, svg := range pictures() {
		t.Run(name, func(t *testing.T) {
			width, height := 0.0, 0.0
			for _, e := range elements(t, svg) {
				attr := map[string]string{}
				for _, a := range e.Attr {
					attr[a.Name.Local] = a.Value
				}
				number := func(key string) float64 { n, _ := strconv.ParseFloat(attr[key], 64); return n }
				if e.Name.Local == "svg" {
					width, height = number("width"), number("height")
				}
				for _, looks := range []string{"style", "fill", "stroke", "font-size", "onclick"} {
					if _, ok := attr[looks]; ok {
						t.Errorf("%s has %s", e.Name.Local, looks)
					}
				}
				if x, y := number("x")+number("width"), number("y")+number("height"); e.Name.Local == "rect" && (x > width || y > height) {
					t.Errorf("a box ends at %v,%v, outside of %v,%v", x, y, width, height)
				}
			}
			if svg != pictures()[name] {
				t.Error("drawn again, it has other bytes")
			}
			elements(t, File(svg))
		})
	}
}

func elements(t *testing.T, svg string) (out []xml.StartElement) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if e, ok := tok.(xml.StartElement); ok {
			out = append(out, e.Copy())
		}
	}
}

func TestCodeWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 24, "增量": 26, "a增": 21} {
		if got := codeWidth(text, 13); got != want {
			t.Errorf("%q is %d wide, want %d", text, got, want)
		}
	}
}

func TestTwoLines(t *testing.T) {
	for name, want := range map[string]string{
		"Reflector": "Reflector", "sharedIndexInformer": "sharedIndex|Informer", "controller.processLoop": "controller.|processLoop",
		"alllowercaseandlong": "alllowercaseandlong",
	} {
		if got := strings.Join(twoLines(name), "|"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Of links that would touch, each has a lane of its own; others share.
func TestBoxLanes(t *testing.T) {
	tops := []int{0, 100, 200, 300}
	lanes, used := boxLanes(tops, []Link{{From: 0, Part: -1, To: 3}, {From: 0, Part: -1, To: 1}, {From: 2, Part: -1, To: 3}})
	if used != 2 || lanes[0] != 1 || lanes[1] != 0 || lanes[2] != 0 {
		t.Errorf("lanes %v of %d", lanes, used)
	}
}
