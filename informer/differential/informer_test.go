package differential

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
)

// TestInformers compares informers as programs use them. Two kinds of script take turns:
//
//   - Calm ones make no Reflector wait, so nothing is left to chance and times must be equal too. They are for resyncs,
//     slow handlers and their sync signals.
//   - Stormy ones break everything. How long a Reflector then waits has its chance in it, so the script rests long
//     after each step, and times are not compared.
func TestInformers(t *testing.T) {
	forEachSeed(t, 400, "calls", func(seed uint64) (script, func(*testing.T, script) string) {
		random := rand.New(rand.NewPCG(seed, 2))
		options := drawInformer(random)
		s := options.generator(random).script(5 + random.IntN(10))
		return s, func(t *testing.T, s script) string { return runInformers(t, options, s) }
	})
}

// informerOptions are what differs from seed to seed beside the script.
type informerOptions struct {
	mode      mode
	solo      bool // an informer of one handler, without processor and listeners
	calm      bool
	transform bool
	pageSize  int
	resync    time.Duration
	handlers  int // before the start
}

func drawInformer(random *rand.Rand) informerOptions {
	return informerOptions{
		mode:      modes[random.IntN(len(modes))],
		solo:      random.IntN(5) == 0,
		calm:      random.IntN(3) == 0,
		transform: random.IntN(3) == 0,
		pageSize:  random.IntN(3),
		resync:    []time.Duration{0, 0, 10 * time.Second, time.Minute}[random.IntN(4)],
		handlers:  random.IntN(3),
	}
}

func (o informerOptions) generator(random *rand.Rand) *generator {
	g := &generator{
		random:  random,
		dropped: o.handlers,
		weights: map[opKind]int{
			opSet: 40, opRemove: 14, opBookmark: 4, opForeign: 2, opClose: 5, opHandler: 6, opDrop: 4, opIndexers: 1,
		},
		wait: func() time.Duration { return 2*time.Second + time.Duration(random.IntN(30))*time.Second },
	}
	if !o.calm {
		for kind, weight := range map[opKind]int{
			opBreak: 6, opForget: 6, opFailList: 3, opFailWatch: 4, opCut: 3, opDown: 2, opUp: 4,
		} {
			g.weights[kind] = weight
		}
		g.wait = func() time.Duration { return 20 * time.Minute }
	}
	return g
}

// side is an informer of ours or client-go's, with the server it follows and the handlers it tells.
type side struct {
	name     string
	server   *server
	informer informer
	options  informerOptions
	started  time.Time

	handlers []*handler // all that there ever were; those removed stay
	failures []string   // of lists and watches, as the informer tells them
	running  bool
	ended    chan struct{}
}

// runInformers runs a script on both sides and returns the first difference, or what is wrong with one of them.
func runInformers(t *testing.T, options informerOptions, s script) (difference string) {
	if len(s) == 0 {
		return ""
	}
	defer options.mode.gates()()
	synctest.Test(t, func(*testing.T) {
		ours, theirs := newSide("ours", options, newOurInformer), newSide("client-go's", options, newTheirInformer)
		sides := []*side{ours, theirs}
		ctx, cancel := context.WithCancel(context.Background())
		for i := 0; i < len(s) && difference == ""; i++ {
			changes, calls := s[i].split()
			for _, side := range sides {
				side.server.apply(changes)
				if i == 0 { // the first step is what they find
					side.start(ctx)
				}
			}
			synctest.Wait()
			for _, side := range sides {
				side.drop(calls) // first: how much a handler hears that is dropped as soon as it is added is open
				side.call(i, calls)
			}
			if difference == "" && options.calm {
				synctest.Wait()
				difference = compareInformers(ours, theirs, s[i]) // slow handlers are in the middle of something
			}
			time.Sleep(s[i].wait)
			synctest.Wait()
			if difference == "" {
				difference = compareInformers(ours, theirs, s[i])
			}
			if difference != "" {
				difference = fmt.Sprintf("step %d: %s", i, difference)
			}
		}
		if difference == "" {
			difference = settleInformers(ours, theirs)
		}
		cancel()
		for _, side := range sides {
			<-side.ended
		}
		if difference == "" {
			difference = silence(ours, theirs)
		}
	})
	if difference != "" {
		return fmt.Sprintf("%+v: %s", options, difference)
	}
	return ""
}

func newSide(name string, options informerOptions, build func(*side) informer) *side {
	s := &side{
		name: name, options: options, server: newServer(options.mode.streaming, options.pageSize),
		started: time.Now(), ended: make(chan struct{}),
	}
	if options.solo {
		s.handlers = []*handler{s.newHandler(0)}
		s.informer = build(s)
		return s
	}
	s.informer = build(s)
	for i := range options.handlers {
		s.add(time.Duration(i)*15*time.Second, i)
	}
	return s
}

func (s *side) start(ctx context.Context) {
	s.running = true
	go func() {
		s.informer.run(ctx)
		close(s.ended)
	}()
}

func (s *side) call(step int, calls []op) {
	for _, c := range calls {
		switch {
		case s.options.solo: // has no such things
		case c.kind == opHandler:
			s.add(c.wait, c.n)
		case c.kind == opIndexers:
			name := fmt.Sprintf("step-%d", step)
			if err := s.informer.addIndexer(name, byLabel("second")); err != nil {
				s.failures = append(s.failures, "an index is refused") // in words of its own on each side
			}
		}
	}
}

func (s *side) drop(calls []op) {
	for _, c := range calls {
		if c.kind != opDrop || c.n >= len(s.handlers) || s.handlers[c.n].registration == nil {
			continue
		}
		s.fail("remove a handler", s.informer.remove(s.handlers[c.n].registration))
		s.handlers[c.n].removed = true
	}
}

func (s *side) fail(what string, err error) {
	if err != nil {
		s.failures = append(s.failures, what+": "+err.Error())
	}
}

func (s *side) add(resync time.Duration, seconds int) {
	if !s.options.calm {
		seconds = 0 // how far a slow one has come depends on the time
	}
	h := s.newHandler(time.Duration(seconds) * time.Second)
	if s.running { // it is told of all that is there
		h.late = s.server.state()
	}
	s.handlers = append(s.handlers, h)
	registration, err := s.informer.add(h, resync)
	h.registration = registration
	s.fail("add a handler", err)
}

// compareInformers compares what can be seen from outside now, and what was told since the last time.
func compareInformers(ours, theirs *side, s step) string {
	if difference := unequal("requests", ours.requests(), theirs.requests()); difference != "" {
		return difference
	}
	for i := range ours.handlers {
		our, their := ours.handlers[i].take(), theirs.handlers[i].take()
		for _, c := range []struct {
			side *side
			told []told
		}{{ours, our}, {theirs, their}} {
			if err := c.side.handlers[i].check(c.told); err != nil {
				return fmt.Sprintf("handler %d of %s: %v", i, c.side.name, err)
			}
		}
		what := fmt.Sprintf("calls of handler %d", i)
		if ours.handlers[i].takes > 0 {
			// Which object comes first is open, so as long as there is a backlog only the times can be compared.
			what = "times of the " + what
			ours.handlers[i].all, theirs.handlers[i].all = append(ours.handlers[i].all, our...), append(theirs.handlers[i].all, their...)
			if difference := unequal(what, times(our), times(their)); difference != "" {
				return difference
			}
			continue
		}
		if difference := unequal(what, ours.written(our), theirs.written(their)); difference != "" {
			return difference
		}
	}
	for i, h := range ours.handlers {
		if h.registration != nil && h.registration.HasSynced() && h.isBusy() {
			return fmt.Sprintf("handler %d of ours has synced, and is busy with an initial add", i)
		}
	}
	return unequal("states", ours.state(), theirs.state())
}

// requests are those since the last time. Where a Reflector waits by chance their times are not compared, and of those
// that fail neither is the number.
func (s *side) requests() []string {
	requests := s.server.takeRequests()
	if s.options.calm {
		return requests
	}
	var seen []string
	for _, request := range requests {
		_, request, _ = strings.Cut(request, " ")
		if strings.Contains(request, "fails") && slices.Contains(seen, request) {
			continue
		}
		seen = append(seen, request)
	}
	return seen
}

func times(calls []told) (times []string) {
	for _, c := range calls {
		times = append(times, c.at)
	}
	return times
}

// written brings calls into a form that can be compared. In a storm there are no times. Between keys there is no order,
// except where changes come one by one from a watch to a queue that keeps their order.
func (s *side) written(calls []told) []string {
	if !s.options.calm {
		return s.withoutTimes(calls)
	}
	var lines []string
	isList := false
	for _, c := range calls {
		lines = append(lines, c.String())
		isList = isList || c.initial
	}
	if isList || s.options.resync > 0 || s.options.mode.gathers {
		sortByKey(lines)
	}
	return lines
}

// withoutTimes leaves out the calls of resyncs too, whose number depends on the time.
func (s *side) withoutTimes(calls []told) (lines []string) {
	for _, c := range calls {
		if s.options.resync > 0 && c.kind == "update" && c.old == c.new {
			continue
		}
		c.at = ""
		lines = append(lines, c.String())
	}
	sortByKey(lines)
	return lines
}

func sortByKey(lines []string) {
	key := func(line string) string {
		before, _, _ := strings.Cut(line, "@")
		return before[strings.LastIndex(before, " ")+1:]
	}
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(key(a), key(b)) })
}

// state is all that the informer shows of itself.
func (s *side) state() []string {
	lines := []string{fmt.Sprintf("synced %t, stopped %t, at %q",
		s.informer.synced(), s.informer.stopped(), s.informer.version())}
	if s.options.mode.atomic { // client-go's store tells its version only then
		lines = append(lines, "store at "+s.informer.storeVersion())
	}
	for i, h := range s.handlers {
		if h.registration == nil || h.removed {
			continue
		}
		synced := h.registration.HasSynced()
		if s.options.mode.queueSyncsEarly {
			synced = synced || s.informer.synced() && h.isBusy()
		}
		lines = append(lines, fmt.Sprintf("handler %d synced %t", i, synced))
	}
	failures := slices.Clone(s.failures)
	if !s.options.calm {
		failures = slices.Compact(slices.Sorted(slices.Values(failures)))
	}
	lines = append(lines, failures...)
	return append(lines, contents(s.informer.store())...)
}

// settleInformers checks, when all has been quiet for long, that cache and handlers have come to what the server has.
func settleInformers(ours, theirs *side) string {
	for _, s := range []*side{ours, theirs} {
		s.server.apply([]op{{kind: opUp}})
	}
	time.Sleep(time.Hour)
	synctest.Wait()
	if difference := compareInformers(ours, theirs, step{}); difference != "" {
		return "at the end: " + difference
	}
	for i, h := range ours.handlers {
		what := fmt.Sprintf("all calls of slow handler %d", i)
		difference := unequal(what, ours.withoutTimes(h.all), theirs.withoutTimes(theirs.handlers[i].all))
		if difference != "" && !h.removed {
			return difference
		}
	}
	for _, s := range []*side{ours, theirs} {
		want := s.server.state()
		cached := map[string]string{}
		for _, obj := range s.informer.store().List() {
			cached[keyOf(obj)] = obj.(*v1.Pod).ResourceVersion
		}
		if !maps.Equal(cached, want) {
			return fmt.Sprintf("at the end the cache of %s has %v, the server %v", s.name, cached, want)
		}
		for i, h := range s.handlers {
			if !h.removed && !maps.Equal(h.believes, want) {
				return fmt.Sprintf("at the end handler %d of %s believes in %v, the server has %v", i, s.name, h.believes, want)
			}
			if h.registration != nil && !h.removed && !h.registration.HasSynced() {
				return fmt.Sprintf("at the end handler %d of %s has not synced", i, s.name)
			}
		}
	}
	return ""
}

// silence checks that nothing happens any more once an informer has stopped.
func silence(ours, theirs *side) string {
	for _, s := range []*side{ours, theirs} {
		for _, h := range s.handlers {
			h.take()
		}
		s.server.takeRequests()
		s.server.apply([]op{{kind: opSet, key: keys[0]}, {kind: opClose}})
	}
	time.Sleep(time.Hour)
	synctest.Wait()
	for _, s := range []*side{ours, theirs} {
		for i, h := range s.handlers {
			if late := h.take(); len(late) > 0 {
				return fmt.Sprintf("handler %d of %s was told after the end: %v", i, s.name, late)
			}
		}
		if late := s.server.takeRequests(); len(late) > 0 {
			return fmt.Sprintf("%s asked after the end: %v", s.name, late)
		}
		if !s.options.solo {
			s.add(0, 0)
			s.call(1000, []op{{kind: opIndexers}})
		}
	}
	return unequal("states after the end", ours.state(), theirs.state())
}

// handler writes down what it is told.
type handler struct {
	side         *side
	takes        time.Duration // for each call
	registration interface{ HasSynced() bool }
	removed      bool
	believes     history
	late         map[string]string // what a handler that joins a running informer may be told at first; nil: it was early

	all []told // of a slow handler in calm

	lock  sync.Mutex // guards what follows
	calls []told
	busy  bool // with an initial add
}

func (s *side) newHandler(takes time.Duration) *handler {
	return &handler{side: s, takes: takes, believes: history{}}
}

// String is for error messages, which must not differ by an address.
func (h *handler) String() string { return "handler" }

// take returns the calls since the last time.
func (h *handler) take() []told {
	h.lock.Lock()
	defer h.lock.Unlock()
	calls := h.calls
	h.calls = nil
	return calls
}

func (h *handler) check(calls []told) error {
	for _, c := range calls {
		if err := h.believes.follow(c); err != nil {
			return err
		}
		if c.kind == "add" && h.late != nil && c.initial {
			if _, ok := h.late[c.key]; !ok && h.side.options.calm {
				return fmt.Errorf("%s was not there when the handler came", c)
			}
		}
	}
	return nil
}

func (h *handler) write(c told, obj any) {
	c.key = keyOf(obj)
	c.at = time.Since(h.side.started).Round(time.Millisecond).String()
	_, last, isTombstone := tombstone(obj)
	if isTombstone {
		obj = last
	}
	c.isTombstone = isTombstone
	pod := obj.(*v1.Pod)
	if c.kind == "delete" {
		c.old = pod.ResourceVersion
	} else {
		c.new = pod.ResourceVersion
	}
	if marks := pod.Annotations["marks"]; marks != "" {
		c.transformedBy = " " + marks
	}
	h.lock.Lock()
	h.calls = append(h.calls, c)
	h.busy = c.initial
	h.lock.Unlock()
	time.Sleep(h.takes)
	h.lock.Lock()
	h.busy = false
	h.lock.Unlock()
}

// isBusy reports whether the handler is in the middle of an initial add.
func (h *handler) isBusy() bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.busy
}

func (h *handler) OnAdd(obj any, isInInitialList bool) {
	h.write(told{kind: "add", initial: isInInitialList}, obj)
}

func (h *handler) OnUpdate(oldObj, newObj any) {
	h.write(told{kind: "update", old: oldObj.(*v1.Pod).ResourceVersion}, newObj)
}

func (h *handler) OnDelete(obj any) { h.write(told{kind: "delete"}, obj) }
