package cache_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	expired       = apierrors.NewResourceExpired("too old resource version: 10 (50)")
	busy          = apierrors.NewTooManyRequests("later", 1)
	internal      = apierrors.NewInternalError(errors.New("etcd is away"))
	invalid       = &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: 422, Reason: metav1.StatusReasonInvalid}}
	errRefused    = fmt.Errorf("dial: %w", syscall.ECONNREFUSED)
	notYet        = tooLarge()
	errUnexpected = errors.New("unexpected")
)

func tooLarge() error {
	err := apierrors.NewTimeoutError("Too large resource version", 1)
	err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge}}
	return err
}

// reflectorCase is a script and what is set at the Reflector that meets it.
type reflectorCase struct {
	answers       []answer
	watchList     bool
	pageSize      int64
	resync        time.Duration
	retryInternal time.Duration
	storeErr      error
	resyncErr     error
	runFor        time.Duration // default 10 minutes
	onlyOurs      string        // why client-go does not do the same
}

var oneList = answer{list: []string{"a@1", "b@2"}, rv: "10"}

func reflectorCases() map[string]reflectorCase {
	held := answer{open: -1}
	return map[string]reflectorCase{
		"list_then_watch": {answers: []answer{oneList,
			{events: []watch.Event{added("c@11"), modified("a@12"), deleted("b@13"), bookmark("20")}, open: time.Minute}, held}},
		"watch_ends_quietly_watch_again":   {answers: []answer{oneList, {open: 7 * time.Minute}, held}},
		"very_short_watch_lists_again":     {answers: []answer{oneList, {}, oneList, {}, oneList, held}},
		"short_watch_slow_to_open_goes_on": {answers: []answer{oneList, {wait: 2 * time.Second}, held}},
		"short_watch_with_event_goes_on":   {answers: []answer{oneList, {events: []watch.Event{added("c@11")}}, held}},
		"watch_refused_as_expired":         {answers: []answer{oneList, {err: expired}, {list: []string{"a@60"}, rv: "60"}, held}},
		"watch_expires_in_stream": {answers: []answer{oneList,
			{events: []watch.Event{added("c@11"), failure(expired.Status())}, open: time.Minute}, {list: []string{"a@60"}, rv: "60"}, held}},
		"list_expired_lists_newest": {answers: []answer{oneList, {err: expired}, {err: expired}, {list: []string{"a@60"}, rv: "60"}, held}},
		"list_expired_twice": {answers: []answer{oneList, {err: expired}, {err: expired}, {err: errUnexpected},
			{list: []string{"a@60"}, rv: "60"}, {err: errUnexpected}, oneList, held}},
		"list_version_not_there_yet": {answers: []answer{oneList, {err: errUnexpected}, {err: notYet}, {list: []string{"a@5"}, rv: "5"}, held}},
		"lists_fail_backoff_grows": {answers: []answer{{err: errUnexpected}, {err: internal}, {err: errRefused}, {err: errUnexpected},
			{err: errUnexpected}, {err: errUnexpected}, {err: errUnexpected}, oneList, held}},
		"watch_refused_server_away":    {answers: []answer{oneList, {err: errRefused}, {err: errRefused}, {err: errRefused}, held}},
		"watch_refused_server_busy":    {answers: []answer{oneList, {err: busy}, {err: busy}, held}},
		"watch_busy_in_stream":         {answers: []answer{oneList, {events: []watch.Event{failure(busy.Status())}, open: -1}, held}},
		"watch_fails":                  {answers: []answer{oneList, {err: errUnexpected}, oneList, held}},
		"internal_error_lists_again":   {answers: []answer{oneList, {events: []watch.Event{failure(internal.Status())}, open: -1}, oneList, held}},
		"internal_error_watches_again": {retryInternal: time.Minute, answers: []answer{oneList, {events: []watch.Event{failure(internal.Status())}, open: -1}, held}},
		"pages": {answers: []answer{{list: []string{"a@1"}, rv: "10", token: "x"}, {list: []string{"b@2"}, rv: "10"},
			{err: errUnexpected}, {list: []string{"a@1"}, rv: "12", token: "y"}, {list: []string{"b@2"}, rv: "12"}, held}},
		"page_expires_full_list":   {answers: []answer{{list: []string{"a@1"}, rv: "10", token: "x"}, {err: expired}, oneList, held}},
		"page_size":                {pageSize: 2, answers: []answer{oneList, {err: errUnexpected}, oneList, held}},
		"objects_of_another_kind":  {answers: []answer{oneList, {events: []watch.Event{{Type: watch.Added, Object: &v1.Node{}}, added("c@12")}, open: -1}}},
		"only_unexpected_objects":  {answers: []answer{oneList, {events: []watch.Event{{Type: watch.Added, Object: &v1.Node{}}}}, oneList, held}},
		"unknown_event_type":       {answers: []answer{oneList, {events: []watch.Event{{Type: "RENAMED", Object: podAt("c@11")}, added("d@12")}, open: -1}}},
		"store_refuses_events":     {storeErr: errUnexpected, answers: []answer{oneList, {events: []watch.Event{added("c@11")}, open: 2 * time.Second}, held}},
		"resync":                   {resync: 3 * time.Minute, answers: []answer{oneList, {open: -1}}},
		"resync_fails_lists_again": {resync: 3 * time.Minute, resyncErr: errUnexpected, runFor: 5 * time.Minute, answers: []answer{oneList, {open: -1}, oneList, held}},

		"streamed_list": {watchList: true, answers: []answer{
			{events: []watch.Event{added("a@1"), initialEventsEnd("10"), added("c@11")}, open: time.Minute}, held}},
		"streamed_list_changes_meanwhile": {watchList: true, answers: []answer{
			{events: []watch.Event{added("a@1"), added("b@2"), modified("a@11"), deleted("b@12"), initialEventsEnd("12")}, open: time.Minute}, held}},
		"streamed_list_refused_falls_back":    {watchList: true, answers: []answer{{err: invalid}, oneList, held}},
		"streamed_list_server_away":           {watchList: true, answers: []answer{{err: errRefused}, {err: errRefused}, {events: []watch.Event{initialEventsEnd("10")}, open: -1}}},
		"streamed_list_expired_later":         {watchList: true, answers: []answer{{events: []watch.Event{initialEventsEnd("10")}, open: time.Minute}, {err: expired}, {err: expired}, {events: []watch.Event{initialEventsEnd("60")}, open: -1}}},
		"streamed_list_silent_falls_back":     {watchList: true, answers: []answer{{events: []watch.Event{added("a@1")}, open: -1}, oneList, held}, onlyOurs: "client-go waits for ever"},
		"streamed_list_ends_early":            {watchList: true, answers: []answer{{events: []watch.Event{added("a@1")}, open: 2 * time.Second}, {events: []watch.Event{added("a@1"), initialEventsEnd("10")}, open: -1}}},
		"streamed_list_very_short_falls_back": {watchList: true, answers: []answer{{}, oneList, held}},
		"streamed_list_always_ends_early": {watchList: true, onlyOurs: "client-go tries for ever", answers: []answer{
			{open: 2 * time.Second}, {open: 2 * time.Second}, {open: 2 * time.Second}, {open: 2 * time.Second}, oneList, held}},
		"streamed_list_internal_error_falls_back": {watchList: true, answers: []answer{{events: []watch.Event{failure(internal.Status())}, open: -1}, oneList, held}},
	}
}

// TestReflector lets our Reflector and client-go's meet the same scripts. What they ask the server and what they write
// to the store, and when, must be the same; and it must be what is in the golden file.
func TestReflector(t *testing.T) {
	for name, c := range reflectorCases() {
		t.Run(name, func(t *testing.T) {
			ours := runScript(t, c, ourReflector)
			if c.onlyOurs == "" {
				if theirs := runScript(t, c, clientGoReflector); ours != theirs {
					t.Errorf("client-go does:\n%s\nours does:\n%s", theirs, ours)
				}
			}
			compareGolden(t, filepath.Join("testdata", "reflector", name+".txt"), ours)
		})
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

func runScript(t *testing.T, c reflectorCase, run func(context.Context, *script, reflectorCase)) (log string) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{
			answers: c.answers, noWatchList: !c.watchList, storeErr: c.storeErr, resyncErr: c.resyncErr, started: time.Now(),
		}
		runFor := 10 * time.Minute
		if c.runFor > 0 {
			runFor = c.runFor
		}
		ctx, cancel := context.WithTimeout(t.Context(), runFor)
		defer cancel()
		run(ctx, s, c)
		synctest.Wait()
		log = strings.Join(s.log, "\n") + "\n"
	})
	return log
}

// evenBackoff is the default without its chance.
func evenBackoff() *wait.Backoff {
	return &wait.Backoff{Duration: time.Second, Cap: 30 * time.Second, Factor: 2, Steps: math.MaxInt32}
}

func ourReflector(ctx context.Context, s *script, c reflectorCase) {
	options := cache.ReflectorOptions{Name: "r", ResyncPeriod: c.resync, Backoff: evenBackoff()}
	if c.watchList {
		options.InitialSync = cache.InitialSyncWatchList
	}
	r := cache.NewReflectorWithOptions(s, &v1.Pod{}, s, options)
	r.WatchListPageSize = c.pageSize
	r.MaxInternalErrorRetryDuration = c.retryInternal
	r.RunWithContext(ctx)
	s.note("end at version %s", r.LastSyncResourceVersion())
}

func clientGoReflector(ctx context.Context, s *script, c reflectorCase) {
	r := clientcache.NewReflectorWithOptions(s, &v1.Pod{}, s, clientcache.ReflectorOptions{
		Name: "r", ResyncPeriod: c.resync, Backoff: evenBackoff(),
	})
	r.WatchListPageSize = c.pageSize
	r.MaxInternalErrorRetryDuration = c.retryInternal
	r.RunWithContext(ctx)
	s.note("end at version %s", r.LastSyncResourceVersion())
}

// TestReflectorStopsDuringList shows that a list which can't be interrupted does not hold up the end.
func TestReflectorStopsDuringList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		lw := &cache.ListWatch{
			ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
				<-release
				return &v1.PodList{}, nil
			},
			WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil },
		}
		s := &script{started: time.Now()}
		stop := make(chan struct{})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			cache.NewReflector(lw, &v1.Pod{}, s, 0).Run(stop)
		}()
		synctest.Wait()
		close(stop)
		<-ended
		close(release)
		synctest.Wait()
		if len(s.log) != 0 {
			t.Errorf("the late list was stored: %v", s.log)
		}
	})
}

// TestReflectorListPanics shows that a panic in the list reaches the goroutine that called ListAndWatch.
func TestReflectorListPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "list" {
			t.Errorf("recovered %v, want the panic of the list", p)
		}
	}()
	s := &script{answers: []answer{{panic: "list"}}}
	_ = cache.NewReflector(s, &v1.Pod{}, s, 0).ListAndWatch(nil)
}

func TestReflectorNamesItself(t *testing.T) {
	r := cache.NewReflector(&script{}, &v1.Pod{}, &script{}, 0)
	if !strings.Contains(r.Name(), "reflector_test.go:") && !strings.Contains(r.Name(), "testing.go:") {
		t.Errorf("Name() = %q, want file and line outside of the package", r.Name())
	}
	if got := r.TypeDescription(); got != "*v1.Pod" {
		t.Errorf("TypeDescription() = %q", got)
	}
}
