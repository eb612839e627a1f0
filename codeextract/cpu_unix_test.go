//go:build unix

package codeextract

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is what the process has used of processors so far: beside other work it says more than a clock.
func cpuTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
