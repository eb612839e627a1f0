package differential

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// opKind is something that a script can do.
type opKind string

// What happens on the server.
const (
	opSet       opKind = "set"        // the pod at key is created or changed; n decides what it is indexed by
	opRemove    opKind = "remove"     // the pod at key is deleted
	opBookmark  opKind = "bookmark"   // watches get a bookmark
	opForeign   opKind = "foreign"    // watches get an object of another type
	opClose     opKind = "close"      // watches end
	opBreak     opKind = "break"      // watches end with an error inside
	opForget    opKind = "forget"     // history up to now is gone, continue tokens too
	opFailList  opKind = "fail-list"  // the next n lists fail
	opFailWatch opKind = "fail-watch" // the next n watches are refused
	opCut       opKind = "cut"        // the next watch ends after n events
	opDown      opKind = "down"       // watches end, and every request fails from now on
	opUp        opKind = "up"         // no more
)

// What happens on the client.
const (
	opPop      opKind = "pop"      // the consumer may pop once more
	opHandler  opKind = "handler"  // a handler is added: wait is its resync period, n the seconds it takes for an event
	opDrop     opKind = "drop"     // handler n is removed
	opIndexers opKind = "indexers" // an index is added
)

type op struct {
	kind    opKind
	key     string
	n       int
	failure string
	wait    time.Duration
}

func (o op) String() string {
	words := []string{string(o.kind)}
	if o.key != "" {
		words = append(words, o.key)
	}
	if o.n != 0 || o.kind == opDrop || o.kind == opCut {
		words = append(words, fmt.Sprint(o.n))
	}
	if o.failure != "" {
		words = append(words, o.failure)
	}
	if o.wait != 0 {
		words = append(words, o.wait.String())
	}
	return strings.Join(words, " ")
}

// step is what happens at one moment. The server's part is done at once: no client sees a state in between.
type step struct {
	ops  []op
	wait time.Duration // until the next step
}

// split tells what happens on the server from what happens on the client.
func (s step) split() (server, client []op) {
	for _, o := range s.ops {
		if slices.Contains([]opKind{opPop, opHandler, opDrop, opIndexers}, o.kind) {
			client = append(client, o)
		} else {
			server = append(server, o)
		}
	}
	return server, client
}

func (s step) String() string {
	var words []string
	for _, o := range s.ops {
		words = append(words, o.String())
	}
	return strings.Join(words, "; ") + "  … " + s.wait.String()
}

type script []step

func (s script) String() string {
	var lines strings.Builder
	for i, step := range s {
		fmt.Fprintf(&lines, "  %2d  %s\n", i, step)
	}
	return lines.String()
}

// generator draws scripts. weights says how often each kind of operation is drawn, in relation to the others.
type generator struct {
	random  *rand.Rand
	weights map[opKind]int
	wait    func() time.Duration
	isDown  bool
	dropped int // handlers that were added by the script
}

var keys = []string{"n/a", "n/b", "n/c", "m/a", "m/d", "of-the-cluster"}

func (g *generator) script(steps int) script {
	var s script
	for range steps {
		next := step{wait: g.wait()}
		for range 1 + g.random.IntN(1+g.random.IntN(6)) {
			next.ops = append(next.ops, g.op())
		}
		s = append(s, next)
	}
	if g.isDown {
		s = append(s, step{ops: []op{{kind: opUp}}, wait: g.wait()})
	}
	return s
}

func (g *generator) op() op {
	o := op{kind: g.kind()}
	switch o.kind {
	case opSet:
		o.key, o.n = g.pick(keys), g.random.IntN(30)
	case opRemove, opForeign:
		o.key = g.pick(keys)
	case opBreak:
		o.failure = g.pick([]string{"expired", "gone", "internal", "busy", "forbidden"})
	case opFailList:
		o.failure, o.n = g.pick([]string{"expired", "future", "internal", "busy", "refused", "forbidden"}), 1+g.random.IntN(2)
	case opFailWatch:
		o.failure, o.n = g.pick([]string{"expired", "future", "internal", "busy", "refused", "forbidden"}), 1+g.random.IntN(2)
	case opCut:
		o.n = g.random.IntN(3)
	case opDown:
		o.failure = g.pick([]string{"internal", "busy", "refused", "forbidden"})
		g.isDown = true
	case opUp:
		g.isDown = false
	case opHandler:
		o.wait = time.Duration(g.random.IntN(4)) * 7 * time.Second
		o.n = max(0, g.random.IntN(5)-2)
		g.dropped++
	case opDrop:
		o.n = g.random.IntN(g.dropped + 1)
	}
	return o
}

func (g *generator) kind() opKind {
	total := 0
	kinds := make([]opKind, 0, len(g.weights))
	for kind, weight := range g.weights {
		kinds = append(kinds, kind)
		total += weight
	}
	slices.Sort(kinds) // a map has no order, and the same seed must draw the same script
	at := g.random.IntN(total)
	for _, kind := range kinds {
		if at -= g.weights[kind]; at < 0 {
			return kind
		}
	}
	panic("unreachable")
}

func (g *generator) pick(from []string) string { return from[g.random.IntN(len(from))] }

// shrink cuts a failing script down: it leaves out what it can, first whole stretches, then single operations, as long
// as the rest still fails.
func shrink(s script, fails func(script) bool) script {
	for size := len(s) / 2; size > 0; size /= 2 {
		for from := 0; from+size <= len(s); {
			if shorter := slices.Delete(slices.Clone(s), from, from+size); fails(shorter) {
				s = shorter
			} else {
				from += size
			}
		}
	}
	for i := range s {
		for at := 0; at < len(s[i].ops); {
			shorter := slices.Clone(s)
			shorter[i].ops = slices.Delete(slices.Clone(s[i].ops), at, at+1)
			if fails(shorter) {
				s = shorter
			} else {
				at++
			}
		}
	}
	return s
}
