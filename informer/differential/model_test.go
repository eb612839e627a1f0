package differential

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// delta is a Delta of either side.
type delta struct {
	kind   string
	object any
}

func ourDeltas(deltas []cache.Delta) (converted []delta) {
	for _, d := range deltas {
		converted = append(converted, delta{string(d.Type), d.Object})
	}
	return converted
}

func theirDeltas(deltas []clientcache.Delta) (converted []delta) {
	for _, d := range deltas {
		converted = append(converted, delta{string(d.Type), d.Object})
	}
	return converted
}

func (d delta) String() string {
	objects, version, ok := d.list()
	switch {
	case ok:
		var words []string
		for _, obj := range objects {
			words = append(words, describe(obj))
		}
		return fmt.Sprintf("%s %q at %s", d.kind, words, version)
	case d.kind == "Bookmark", d.kind == "SyncAll":
		return fmt.Sprintf("%s %v", d.kind, d.object) // nothing in it but a version
	}
	return d.kind + " " + describe(d.object)
}

// list opens a delta of either side that is a whole list.
func (d delta) list() (objects []any, version string, ok bool) {
	switch info := d.object.(type) {
	case cache.ReplacedAllInfo:
		return info.Objects, info.ResourceVersion, true
	case clientcache.ReplacedAllInfo:
		return info.Objects, info.ResourceVersion, true
	}
	return nil, "", false
}

// describe tells an object with all that the two sides could get wrong about it.
func describe(obj any) string {
	if key, last, ok := tombstone(obj); ok {
		return fmt.Sprintf("tombstone %s of %s", key, describe(last))
	}
	pod, ok := obj.(*v1.Pod)
	if !ok {
		return fmt.Sprintf("%T", obj)
	}
	return keyOf(pod) + "@" + pod.ResourceVersion + pod.Annotations["marks"]
}

func keyOf(obj any) string {
	if key, _, ok := tombstone(obj); ok {
		return key
	}
	pod := obj.(metav1.Object)
	if pod.GetNamespace() == "" {
		return pod.GetName()
	}
	return pod.GetNamespace() + "/" + pod.GetName()
}

// tombstone opens one of either side.
func tombstone(obj any) (key string, last any, ok bool) {
	switch t := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		return t.Key, t.Obj, true
	case clientcache.DeletedFinalStateUnknown:
		return t.Key, t.Obj, true
	}
	return "", nil, false
}

// known is the store behind a queue. Its keys have an order, so that deletions which a queue finds by it have one.
type known map[string]any

func (k known) ListKeys() []string { return slices.Sorted(maps.Keys(k)) }

func (k known) GetByKey(key string) (any, bool, error) {
	obj, ok := k[key]
	return obj, ok, nil
}

func (k known) apply(d delta) {
	switch d.kind {
	case "SyncAll", "Bookmark":
	case "ReplacedAll":
		clear(k)
		objects, _, _ := d.list()
		for _, obj := range objects {
			k[keyOf(obj)] = obj
		}
	case "Deleted":
		delete(k, keyOf(d.object))
	default:
		k[keyOf(d.object)] = d.object
	}
}

func (k known) versions() map[string]string {
	versions := map[string]string{}
	for key, obj := range k {
		versions[key] = obj.(*v1.Pod).ResourceVersion
	}
	return versions
}

// told is one call of a handler.
type told struct {
	kind          string // "add", "update", "delete"
	key           string
	old, new      string // versions; old also of a deletion
	initial       bool   // of an add
	isTombstone   bool   // of a deletion
	at            string // time since the start
	transformedBy string
}

func (c told) String() string {
	switch {
	case c.initial:
		return fmt.Sprintf("%s initial add %s@%s%s", c.at, c.key, c.new, c.transformedBy)
	case c.kind == "add":
		return fmt.Sprintf("%s add %s@%s%s", c.at, c.key, c.new, c.transformedBy)
	case c.kind == "update":
		return fmt.Sprintf("%s update %s@%s->%s%s", c.at, c.key, c.old, c.new, c.transformedBy)
	case c.isTombstone:
		return fmt.Sprintf("%s delete, by tombstone, %s@%s%s", c.at, c.key, c.old, c.transformedBy)
	}
	return fmt.Sprintf("%s delete %s@%s%s", c.at, c.key, c.old, c.transformedBy)
}

// history is what a handler may believe after what it was told.
type history map[string]string

// follow checks one call against the rules and moves on: per key (add update* delete)*, the old state of an update is
// the one told last, a tombstone has the last state told, and versions never step back.
func (h history) follow(c told) error {
	last, exists := h[c.key]
	switch {
	case c.kind == "add" && exists:
		return fmt.Errorf("%s, but it is there already, at %s", c, last)
	case c.kind != "add" && !exists:
		return fmt.Errorf("%s, but nothing of that name is there", c)
	case c.kind == "update" && c.old != last, c.isTombstone && c.old != last:
		return fmt.Errorf("%s, but the last state told was %s", c, last)
	}
	if c.kind == "delete" {
		delete(h, c.key)
		if !c.isTombstone && number(c.old) < number(last) {
			return fmt.Errorf("%s, a step back from %s", c, last)
		}
		return nil
	}
	if exists && number(c.new) < number(last) {
		return fmt.Errorf("%s, a step back from %s", c, last)
	}
	h[c.key] = c.new
	return nil
}

func number(version string) int {
	n, err := strconv.Atoi(version)
	if err != nil {
		panic(err)
	}
	return n
}

// compared counts how many lines of each kind were compared.
var compared = map[string]uint64{}

// unequal tells how two logs differ.
func unequal(what string, ours, theirs []string) string {
	kind, _, _ := strings.Cut(what, " ")
	compared[kind] += uint64(len(theirs))
	if slices.Equal(ours, theirs) {
		return ""
	}
	at := 0
	for at < len(ours) && at < len(theirs) && ours[at] == theirs[at] {
		at++
	}
	rest := func(log []string) string {
		if at == len(log) {
			return "\n      nothing more"
		}
		return "\n      " + strings.Join(log[at:min(at+5, len(log))], "\n      ")
	}
	return fmt.Sprintf("%s differ, after %d that are equal\n    ours:%s\n    client-go's:%s", what, at, rest(ours), rest(theirs))
}
