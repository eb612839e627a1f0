package cache

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/diff"
	"k8s.io/utils/clock"
)

// MutationDetector finds objects that were changed while they were in a cache, which corrupts it for all readers.
type MutationDetector interface {
	// AddObject begins to watch over obj.
	AddObject(obj any)
	// Run looks at the objects from time to time, until stopCh is closed.
	Run(stopCh <-chan struct{})
}

// NewCacheMutationDetector returns a detector that does nothing, unless the environment variable
// KUBE_CACHE_MUTATION_DETECTOR is true, as one sets it in tests. Then each object is kept twice, for two minutes, and a
// change makes the process panic.
func NewCacheMutationDetector(name string) MutationDetector {
	if enabled, _ := strconv.ParseBool(os.Getenv("KUBE_CACHE_MUTATION_DETECTOR")); !enabled {
		return noMutationDetector{}
	}
	return newMutationDetector(name, clock.RealClock{}, func(message string) { panic(message) })
}

type noMutationDetector struct{}

func (noMutationDetector) AddObject(any) {}

func (noMutationDetector) Run(<-chan struct{}) {}

const (
	mutationCheckPeriod  = time.Second
	mutationRetainPeriod = 2 * time.Minute
)

// watchedObject is an object in the cache beside a copy of it from the time it came there.
type watchedObject struct {
	cached any
	copied runtime.Object
	since  time.Time
}

type mutationDetector struct {
	name  string
	clock clock.WithTicker
	fail  func(message string)

	lock    sync.Mutex      // guards objects
	objects []watchedObject // the oldest first
}

func newMutationDetector(name string, clock clock.WithTicker, fail func(string)) *mutationDetector {
	return &mutationDetector{name: name, clock: clock, fail: fail}
}

// AddObject copies obj at once: a copy made later might hold the change already.
func (d *mutationDetector) AddObject(obj any) {
	object, ok := obj.(runtime.Object)
	if !ok {
		return
	}
	copied := object.DeepCopyObject()
	d.lock.Lock()
	defer d.lock.Unlock()
	d.objects = append(d.objects, watchedObject{cached: obj, copied: copied, since: d.clock.Now()})
}

func (d *mutationDetector) Run(stopCh <-chan struct{}) {
	ticker := d.clock.NewTicker(mutationCheckPeriod)
	defer ticker.Stop()
	for {
		d.compare()
		select {
		case <-stopCh:
			return
		case <-ticker.C():
		}
	}
}

// compare looks at all objects once more, then lets go of those that have been watched for long enough.
func (d *mutationDetector) compare() {
	d.lock.Lock()
	defer d.lock.Unlock()
	keep := 0
	for i, object := range d.objects {
		if !reflect.DeepEqual(object.cached, object.copied) {
			d.fail(fmt.Sprintf("cache %s modified object %d: %s", d.name, i, diff.Diff(object.copied, object.cached)))
		}
		if d.clock.Since(object.since) > mutationRetainPeriod {
			keep = i + 1
		}
	}
	d.objects = append([]watchedObject(nil), d.objects[keep:]...)
}
