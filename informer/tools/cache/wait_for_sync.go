package cache

import (
	"context"
	"errors"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
)

// syncedPollPeriod is how often functions are asked whether they have synced. They give no signal, so asking is all one
// can do; WaitFor waits without it.
const syncedPollPeriod = 100 * time.Millisecond

// InformerSynced tells whether an informer, or a handler, has synced. The method values HasSynced are such functions.
type InformerSynced func() bool

// WaitFor waits for all checkers to be done; it returns false if ctx is cancelled before. It does not poll. If what is
// not empty, it logs what is waited for.
func WaitFor(ctx context.Context, what string, checkers ...DoneChecker) bool {
	logger := klog.FromContext(ctx)
	if what != "" {
		logger = klog.LoggerWithValues(logger, "for", what)
		logger.Info("Waiting")
	}
	for i, checker := range checkers {
		if !waitForOne(ctx, checker) {
			if what != "" {
				logger.Info("Timed out waiting", "cause", context.Cause(ctx), "instances", namesOfWaiting(checkers[i:]))
			}
			return false
		}
	}
	if what != "" {
		logger.Info("Done waiting", "instances", len(checkers))
	}
	return true
}

// waitForOne looks at the checker before it looks at ctx: what is done is done, also when time is up.
func waitForOne(ctx context.Context, checker DoneChecker) bool {
	if IsDone(checker) {
		return true
	}
	select {
	case <-checker.Done():
		return true
	case <-ctx.Done():
		return IsDone(checker)
	}
}

func namesOfWaiting(checkers []DoneChecker) []string {
	var names []string
	for _, checker := range checkers {
		if !IsDone(checker) {
			names = append(names, checker.Name())
		}
	}
	return names
}

// WaitForCacheSync waits for all functions to return true, and returns false if stopCh is closed before.
func WaitForCacheSync(stopCh <-chan struct{}, cacheSyncs ...InformerSynced) bool {
	ctx := wait.ContextForChannel(stopCh)
	allSynced := func(context.Context) (bool, error) {
		for _, synced := range cacheSyncs {
			if !synced() {
				return false, nil
			}
		}
		return true, nil
	}
	return wait.PollUntilContextCancel(ctx, syncedPollPeriod, true, allSynced) == nil
}

// WaitForNamedCacheSync is WaitForCacheSync that logs who waits.
func WaitForNamedCacheSync(controllerName string, stopCh <-chan struct{}, cacheSyncs ...InformerSynced) bool {
	logger := klog.LoggerWithValues(klog.Background(), "controller", controllerName)
	return waitForNamed(klog.NewContext(wait.ContextForChannel(stopCh), logger), cacheSyncs)
}

// WaitForNamedCacheSyncWithContext is WaitForCacheSync that logs with the context's logger, whose name says who waits.
func WaitForNamedCacheSyncWithContext(ctx context.Context, cacheSyncs ...InformerSynced) bool {
	return waitForNamed(ctx, cacheSyncs)
}

func waitForNamed(ctx context.Context, cacheSyncs []InformerSynced) bool {
	logger := klog.FromContext(ctx)
	logger.Info("Waiting for caches to sync")
	if !WaitForCacheSync(ctx.Done(), cacheSyncs...) {
		utilruntime.HandleErrorWithContext(ctx, errNotSynced, "Unable to sync caches")
		return false
	}
	logger.Info("Caches are synced")
	return true
}

var errNotSynced = errors.New("stopped while waiting for caches to sync")
