package cache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// errStopped says that the Reflector was asked to stop; it never leaves the package.
var errStopped = errors.New("stop requested")

// WatchErrorHandler is told each error that ListAndWatch returns: a list failed, or a watch could not be opened, unless
// the server was only busy (429, connection refused). Then the Reflector waits and tries again. Of an error that ends an
// open watch (an Error event, such as 410 or 500; a VeryShortWatchError) it is not told; that is only logged. It is called
// by the goroutine that runs the Reflector and must return soon.
type WatchErrorHandler func(r *Reflector, err error)

// WatchErrorHandlerWithContext is WatchErrorHandler with the context of the Reflector.
type WatchErrorHandlerWithContext func(ctx context.Context, r *Reflector, err error)

// DefaultWatchErrorHandler logs the error, as loud as it deserves: an expired resource version and a connection that
// ended are everyday events, all else is reported as an error.
func DefaultWatchErrorHandler(ctx context.Context, r *Reflector, err error) {
	logger := klog.FromContext(ctx)
	switch {
	case isExpired(err):
		logger.V(4).Info("Watch closed, its resource version expired", "reflector", r.name, "type", r.typeDescription, "err", err)
	case errors.Is(err, io.EOF):
		// The watch was closed as it should be.
	case errors.Is(err, io.ErrUnexpectedEOF):
		logger.V(1).Info("Watch closed with unexpected EOF", "reflector", r.name, "type", r.typeDescription, "err", err)
	default:
		utilruntime.HandleErrorWithContext(ctx, err, "Failed to watch", "reflector", r.name, "type", r.typeDescription)
	}
}

// VeryShortWatchError is the end of a watch that came within a second and without an event. Such a server, or a proxy
// in between, would have the client open watches in a tight loop; it gets a list and a growing wait instead.
type VeryShortWatchError struct {
	// Name is the Reflector's.
	Name string
}

func (e *VeryShortWatchError) Error() string {
	return fmt.Sprintf("very short watch: %s: Unexpected watch close - watch lasted less than a second and no items received", e.Name)
}

// isExpired reports whether the server no longer has the resource version it was asked for. Servers up to v1.17 said
// so by the HTTP status 410 Gone alone.
func isExpired(err error) bool {
	return apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
}

// isTooLarge reports whether the server does not have the resource version yet. It happens when a Reflector got its
// version from one API server and asks another whose watch cache lags behind, or an etcd restored from a backup.
// Servers up to v1.18.5 name no cause, only a message.
func isTooLarge(err error) bool {
	if apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge) {
		return true
	}
	return apierrors.IsTimeout(err) && strings.Contains(err.Error(), "Too large resource version")
}

// isServerBusy reports whether to wait and open the same watch again. Nothing is lost then but time: the resource
// version is good, only nobody was there (a restarting server) or had time (429) to take the watch. To list instead
// would make it worse for a server that has just come up.
func isServerBusy(err error) bool {
	return utilnet.IsConnectionRefused(err) || apierrors.IsTooManyRequests(err)
}
