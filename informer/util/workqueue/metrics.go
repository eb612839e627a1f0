package workqueue

import (
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/utils/clock"
)

// MetricsProvider makes the metrics of a queue, in whatever system collects them. It is asked once for each queue that
// has a name. All metrics but that of retries are used with the queue's lock held: they must not block, nor call the
// queue. That of retries may be used by many goroutines at once.
type MetricsProvider interface {
	// NewDepthMetric counts the items that were added and not handed out since; those that were added again while a
	// worker has them are among them, unlike in Len.
	NewDepthMetric(name string) GaugeMetric
	// NewAddsMetric counts the calls of Add that had an effect.
	NewAddsMetric(name string) CounterMetric
	// NewLatencyMetric observes the seconds between Add and Get.
	NewLatencyMetric(name string) HistogramMetric
	// NewWorkDurationMetric observes the seconds between Get and Done.
	NewWorkDurationMetric(name string) HistogramMetric
	// NewUnfinishedWorkSecondsMetric is set, twice a second, to how long all items that workers have have been with
	// them, added up. If it grows without end, a worker hangs.
	NewUnfinishedWorkSecondsMetric(name string) SettableGaugeMetric
	// NewLongestRunningProcessorSecondsMetric is set to the longest of those times.
	NewLongestRunningProcessorSecondsMetric(name string) SettableGaugeMetric
	// NewRetriesMetric counts the calls of AddAfter, and so of AddRateLimited.
	NewRetriesMetric(name string) CounterMetric
}

// GaugeMetric is a number that goes up and down by one.
type GaugeMetric interface {
	Inc()
	Dec()
}

// SettableGaugeMetric is a number that is set.
type SettableGaugeMetric interface {
	Set(float64)
}

// CounterMetric is a number that only goes up.
type CounterMetric interface {
	Inc()
}

// HistogramMetric is told one value after the other.
type HistogramMetric interface {
	Observe(float64)
}

// unfinishedWorkPeriod is how often the work in progress is measured; client-go's figure.
const unfinishedWorkPeriod = 500 * time.Millisecond

// globalProvider is what SetProvider was given; nil until then.
var globalProvider atomic.Pointer[MetricsProvider]

// SetProvider sets who makes the metrics of queues that are made from now on and name no provider of their own. Only the
// first call has an effect.
func SetProvider(metricsProvider MetricsProvider) {
	globalProvider.CompareAndSwap(nil, &metricsProvider)
}

// providerFor returns nil if a queue is to have no metrics.
func providerFor(configured MetricsProvider, name string) MetricsProvider {
	if name == "" {
		return nil
	}
	if global := globalProvider.Load(); configured == nil && global != nil {
		return *global
	}
	return configured
}

// queueMetrics follows the items of one queue, whose lock guards all of it. On nil, all methods do nothing.
type queueMetrics[T comparable] struct {
	clock clock.WithTicker

	depth               GaugeMetric
	adds                CounterMetric
	latency             HistogramMetric
	workDuration        HistogramMetric
	unfinished, longest SettableGaugeMetric

	addedAt map[T]time.Time // of items that were added and not taken since
	takenAt map[T]time.Time // of items that workers have

	stopLoop sync.Once
	stopped  chan struct{} // closed by stop
	loop     sync.WaitGroup
}

func newQueueMetrics[T comparable](configured MetricsProvider, name string, clock clock.WithTicker) *queueMetrics[T] {
	provider := providerFor(configured, name)
	if provider == nil {
		return nil
	}
	return &queueMetrics[T]{
		clock:        clock,
		depth:        provider.NewDepthMetric(name),
		adds:         provider.NewAddsMetric(name),
		latency:      provider.NewLatencyMetric(name),
		workDuration: provider.NewWorkDurationMetric(name),
		unfinished:   provider.NewUnfinishedWorkSecondsMetric(name),
		longest:      provider.NewLongestRunningProcessorSecondsMetric(name),
		addedAt:      map[T]time.Time{},
		takenAt:      map[T]time.Time{},
		stopped:      make(chan struct{}),
	}
}

// start measures the work in progress from now on, with the queue's lock held.
func (m *queueMetrics[T]) start(queue sync.Locker) {
	if m == nil {
		return
	}
	ticker := m.clock.NewTicker(unfinishedWorkPeriod)
	m.loop.Go(func() {
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C():
				queue.Lock()
				m.measure()
				queue.Unlock()
			case <-m.stopped:
				return
			}
		}
	})
}

// stop ends what start began, and waits for it; so the caller must not hold the queue's lock.
func (m *queueMetrics[T]) stop() {
	if m == nil {
		return
	}
	m.stopLoop.Do(func() { close(m.stopped) })
	m.loop.Wait()
}

func (m *queueMetrics[T]) added(item T) {
	if m == nil {
		return
	}
	m.adds.Inc()
	m.depth.Inc()
	m.addedAt[item] = m.clock.Now()
}

func (m *queueMetrics[T]) taken(item T) {
	if m == nil {
		return
	}
	m.depth.Dec()
	m.takenAt[item] = m.clock.Now()
	m.latency.Observe(m.clock.Since(m.addedAt[item]).Seconds())
	delete(m.addedAt, item)
}

func (m *queueMetrics[T]) finished(item T) {
	if m == nil {
		return
	}
	m.workDuration.Observe(m.clock.Since(m.takenAt[item]).Seconds())
	delete(m.takenAt, item)
}

func (m *queueMetrics[T]) measure() {
	var total, longest time.Duration
	for _, since := range m.takenAt {
		took := m.clock.Since(since)
		total += took
		longest = max(longest, took)
	}
	m.unfinished.Set(total.Seconds())
	m.longest.Set(longest.Seconds())
}

// newRetryMetric returns nil if a queue is to have no metrics.
func newRetryMetric(configured MetricsProvider, name string) CounterMetric {
	provider := providerFor(configured, name)
	if provider == nil {
		return nil
	}
	return provider.NewRetriesMetric(name)
}
