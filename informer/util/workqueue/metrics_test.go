package workqueue_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	clientqueue "k8s.io/client-go/util/workqueue"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// meters is a MetricsProvider that keeps the last value of each metric; of a histogram, all that it was told.
type meters struct {
	lock   sync.Mutex // guards values
	values map[string]string
}

func newMeters() *meters { return &meters{values: map[string]string{}} }

// read returns the metrics that are not 0, in the order of their names.
func (m *meters) read() string {
	m.lock.Lock()
	defer m.lock.Unlock()
	var all []string
	for _, name := range slices.Sorted(maps.Keys(m.values)) {
		if value := m.values[name]; value != "0" {
			all = append(all, name+"="+value)
		}
	}
	return strings.Join(all, " ")
}

// meter serves as each kind of metric.
type meter struct {
	meters *meters
	name   string
	count  int
}

func (m *meter) write(value string) {
	m.meters.lock.Lock()
	defer m.meters.lock.Unlock()
	m.meters.values[m.name] = value
}

func (m *meter) Inc()          { m.count++; m.write(fmt.Sprint(m.count)) }
func (m *meter) Dec()          { m.count--; m.write(fmt.Sprint(m.count)) }
func (m *meter) Set(v float64) { m.write(fmt.Sprintf("%.9g", v)) } // client-go adds seconds up, in another order each time
func (m *meter) Observe(v float64) {
	m.meters.lock.Lock()
	defer m.meters.lock.Unlock()
	m.meters.values[m.name] += fmt.Sprintf("%v,", v)
}

func (m *meters) NewDepthMetric(q string) workqueue.GaugeMetric { return &meter{m, q + ".depth", 0} }
func (m *meters) NewAddsMetric(q string) workqueue.CounterMetric {
	return &meter{m, q + ".adds", 0}
}
func (m *meters) NewLatencyMetric(q string) workqueue.HistogramMetric {
	return &meter{m, q + ".latency", 0}
}
func (m *meters) NewWorkDurationMetric(q string) workqueue.HistogramMetric {
	return &meter{m, q + ".work", 0}
}
func (m *meters) NewUnfinishedWorkSecondsMetric(q string) workqueue.SettableGaugeMetric {
	return &meter{m, q + ".unfinished", 0}
}
func (m *meters) NewLongestRunningProcessorSecondsMetric(q string) workqueue.SettableGaugeMetric {
	return &meter{m, q + ".longest", 0}
}
func (m *meters) NewRetriesMetric(q string) workqueue.CounterMetric {
	return &meter{m, q + ".retries", 0}
}

// clientMeters is meters as client-go wants it.
type clientMeters struct{ *meters }

func (m clientMeters) NewDepthMetric(q string) clientqueue.GaugeMetric {
	return m.meters.NewDepthMetric(q)
}
func (m clientMeters) NewAddsMetric(q string) clientqueue.CounterMetric {
	return m.meters.NewAddsMetric(q)
}
func (m clientMeters) NewLatencyMetric(q string) clientqueue.HistogramMetric {
	return m.meters.NewLatencyMetric(q)
}
func (m clientMeters) NewWorkDurationMetric(q string) clientqueue.HistogramMetric {
	return m.meters.NewWorkDurationMetric(q)
}
func (m clientMeters) NewUnfinishedWorkSecondsMetric(q string) clientqueue.SettableGaugeMetric {
	return m.meters.NewUnfinishedWorkSecondsMetric(q)
}
func (m clientMeters) NewLongestRunningProcessorSecondsMetric(q string) clientqueue.SettableGaugeMetric {
	return m.meters.NewLongestRunningProcessorSecondsMetric(q)
}
func (m clientMeters) NewRetriesMetric(q string) clientqueue.CounterMetric {
	return m.meters.NewRetriesMetric(q)
}

func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeters()
		q := workqueue.NewTypedDelayingQueueWithConfig(
			workqueue.TypedDelayingQueueConfig[string]{Name: "q", MetricsProvider: m})
		expect := func(after, want string) {
			t.Helper()
			if got := m.read(); got != want {
				t.Errorf("after %s\ngot  %s\nwant %s", after, got, want)
			}
		}
		q.Add("a")
		q.Add("a")
		q.Add("b")
		expect("adds", "q.adds=2 q.depth=2")
		time.Sleep(3 * time.Second)
		q.Get()
		expect("get", "q.adds=2 q.depth=1 q.latency=3,")
		q.Add("a")
		expect("adding it again", "q.adds=3 q.depth=2 q.latency=3,")
		time.Sleep(2 * time.Second)
		q.Get()
		time.Sleep(600 * time.Millisecond)
		expect("work", "q.adds=3 q.depth=1 q.latency=3,5, q.longest=2.5 q.unfinished=3")
		q.Done("a")
		q.Done("b")
		q.Done("b")
		expect("done", "q.adds=3 q.depth=1 q.latency=3,5, q.longest=2.5 q.unfinished=3 q.work=2.6,0.6,")
		q.AddAfter("c", time.Hour)
		q.AddAfter("a", 0)
		time.Sleep(time.Second)
		expect("rest", "q.adds=3 q.depth=1 q.latency=3,5, q.retries=2 q.work=2.6,0.6,")
		q.Get() // a, which waited since it was added again
		q.ShutDown()
		time.Sleep(time.Minute)
		expect("shutdown", "q.adds=3 q.latency=3,5,3.6, q.retries=2 q.work=2.6,0.6,")
	})
}

// A queue without a name has no metrics, and one without a provider has the first that was set for all.
func TestSetProvider(t *testing.T) {
	first, second, own := newMeters(), newMeters(), newMeters()
	workqueue.SetProvider(first)
	workqueue.SetProvider(second)
	for _, config := range []workqueue.TypedRateLimitingQueueConfig[string]{
		{}, {Name: "global"}, {Name: "own", MetricsProvider: own}, {MetricsProvider: own},
	} {
		q := workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedItemBasedRateLimiter[string](), config)
		q.AddAfter("a", 0)
		q.ShutDownWithDrain()
	}
	if got, want := first.read(), "global.adds=1 global.depth=1 global.retries=1"; got != want {
		t.Errorf("the provider for all: %s, want %s", got, want)
	}
	if got := second.read(); got != "" {
		t.Errorf("the provider that came second: %s", got)
	}
	if got, want := own.read(), "own.adds=1 own.depth=1 own.retries=1"; got != want {
		t.Errorf("the provider of a queue: %s, want %s", got, want)
	}
}
