package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/klog/v2"
)

// retryDelay is the wait before sending again after a broken connection, where no server says Retry-After.
const retryDelay = time.Second

// send sends the request, and sends it again while there is hope: the server answered "too busy, come back in n
// seconds", or the connection broke under a GET. Any other answer, good or bad, is returned for the caller to read.
// Whoever gets a response closes its body.
//
// Every retry takes a permit of the rate limiter. Whether the first attempt needs one, the caller knows.
func (r *Request) send(ctx context.Context) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		if attempt > 0 {
			if err := r.waitForPermit(ctx); err != nil {
				return nil, err
			}
		}
		resp, err := r.sendOnce(ctx)
		delay, again := r.sendAgainAfter(resp, err)
		if !again || attempt >= r.maxRetries {
			return resp, err
		}
		discard(resp)
		klog.FromContext(ctx).V(4).Info("Sending the request again", "verb", r.verb, "url", r.URL(), "after", delay,
			"attempt", attempt+1, "err", err)
		if err := sleep(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func (r *Request) waitForPermit(ctx context.Context) error {
	if r.limiter == nil {
		return nil
	}
	if err := r.limiter.Wait(ctx); err != nil {
		return fmt.Errorf("client rate limiter: %w", err)
	}
	return nil
}

// sendOnce makes a fresh http.Request each time: a body can be read only once.
func (r *Request) sendOnce(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, r.verb, r.URL().String(), bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	req.Header = r.headers
	return r.client.httpClient().Do(req)
}

// sendAgainAfter decides whether, and after how long, to send again. Only a GET is repeated after a broken connection:
// of any other request the server may already have carried out the first copy.
func (r *Request) sendAgainAfter(resp *http.Response, err error) (time.Duration, bool) {
	if err != nil {
		lost := utilnet.IsConnectionReset(err) || utilnet.IsProbableEOF(err) || utilnet.IsHTTP2ConnectionLost(err)
		return retryDelay, lost && r.verb == http.MethodGet
	}
	busy := resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= http.StatusInternalServerError
	seconds, ok := retryAfterSeconds(resp.Header)
	return time.Duration(seconds) * time.Second, busy && ok
}

// retryAfterSeconds reads the header Retry-After; the other form it may have, a date, is not one API servers use.
func retryAfterSeconds(header http.Header) (int, bool) {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	return seconds, err == nil && seconds >= 0
}

// discard reads a short rest of the body and closes it, so that its connection can be used again.
func discard(resp *http.Response) {
	if resp == nil {
		return
	}
	const worthReading = 4 << 10
	_, _ = io.CopyN(io.Discard, resp.Body, worthReading)
	_ = resp.Body.Close()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
