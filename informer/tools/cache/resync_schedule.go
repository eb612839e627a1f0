package cache

import "time"

// minimumResyncPeriod is the shortest time between two resyncs of a handler.
const minimumResyncPeriod = time.Second

// resyncSchedule says when a listener wants to hear of all objects again. The processor's lock guards it.
type resyncSchedule struct {
	requested time.Duration // what the handler asked for; zero: no resyncs
	period    time.Duration // what it gets, see setCheckPeriod
	next      time.Time     // the earliest time of the next resync
	// due is true while the current Sync deltas are meant for this listener. It starts out true and stays so where the
	// informer does no resyncs: then a relist tells the listener also of objects that have not changed.
	due bool
}

func newResyncSchedule(requested, checkPeriod time.Duration, now time.Time) resyncSchedule {
	s := resyncSchedule{requested: requested, due: true}
	s.setCheckPeriod(checkPeriod)
	s.next = now.Add(s.period)
	return s
}

// setCheckPeriod adapts the period to how often the informer looks at its schedules at all. There is no use in asking
// for more than that, and nothing to be had from an informer that never looks.
func (s *resyncSchedule) setCheckPeriod(checkPeriod time.Duration) {
	switch {
	case s.requested == 0 || checkPeriod == 0:
		s.period = 0
	default:
		s.period = max(s.requested, checkPeriod)
	}
}

// advance sets due, and the time of the next resync if one is due now.
func (s *resyncSchedule) advance(now time.Time) {
	s.due = s.period != 0 && !now.Before(s.next)
	if s.due {
		s.next = now.Add(s.period)
	}
}
