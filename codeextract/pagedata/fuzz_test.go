package pagedata

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"
)

// What the theme reads is what the tool had, whatever stands in the source: every field of every type comes back, the file is one
// JSON value with a line break at its end, and equal data has equal bytes. JSON has no bytes that are not UTF-8; those come back
// as U+FFFD.
func FuzzEncode(f *testing.F) {
	f.Add("pop", "<span class=\"line\" id=\"pop-L1\">a &lt; b\n</span>", "出队", 1, true)
	f.Add("", "", "", 0, false)
	f.Add("a-b_1", "</script><!-- {{< x >}} ```", "\u2028\u2029\x00\x7f", -1, true)
	f.Add("é", "\ufeff\ufffd", "\"\\\n\r\t", 1<<62, false)
	f.Add("\xff", "a\xc3", "\xed\xa0\x80", 7, true)
	f.Fuzz(func(t *testing.T, a, b, c string, n int, set bool) {
		for _, file := range []interface{ Encode() ([]byte, error) }{&Page{}, &PageSymbols{}, &SymbolIndex{}} {
			values := &filler{texts: []string{a, b, c}, n: n, set: set}
			values.fill(reflect.ValueOf(file).Elem())
			data, err := file.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(data, []byte("}\n")) || !utf8.Valid(data) {
				t.Fatalf("%q", data)
			}
			back := reflect.New(reflect.TypeOf(file).Elem())
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.DisallowUnknownFields()
			if err := dec.Decode(back.Interface()); err != nil {
				t.Fatal(err)
			}
			if !utf8.ValidString(a + "|" + b + "|" + c) {
				continue
			}
			if !reflect.DeepEqual(back.Interface(), file) {
				t.Fatalf("%s comes back as %+v", data, back.Interface())
			}
			if again, err := file.Encode(); err != nil || !bytes.Equal(data, again) {
				t.Fatalf("encoded again: %s (%v)\nfirst: %s", again, err, data)
			}
		}
	})
}

// filler gives every field below a value something to carry: the texts in turn, a list or map of one. What may be left out
// where it is empty is left out where the texts are.
type filler struct {
	texts []string
	next  int
	n     int
	set   bool
}

func (v *filler) fill(at reflect.Value) {
	switch at.Kind() {
	case reflect.String:
		at.SetString(v.texts[v.next%len(v.texts)])
		v.next++
	case reflect.Int:
		at.SetInt(int64(v.n))
	case reflect.Bool:
		at.SetBool(v.set)
	case reflect.Pointer:
		at.Set(reflect.New(at.Type().Elem()))
		v.fill(at.Elem())
	case reflect.Slice:
		at.Set(reflect.MakeSlice(at.Type(), 1, 1))
		v.fill(at.Index(0))
	case reflect.Map:
		at.Set(reflect.MakeMap(at.Type()))
		value := reflect.New(at.Type().Elem()).Elem()
		v.fill(value)
		at.SetMapIndex(reflect.ValueOf(v.texts[v.next%len(v.texts)]), value)
	case reflect.Struct:
		for i := range at.NumField() {
			if at.Type().Field(i).Tag.Get("json") != "-" { // of another file
				v.fill(at.Field(i))
			}
		}
	default:
		panic("a kind of field that the filler does not know: " + at.Kind().String())
	}
}
