package rest

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/streaming"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
)

// Watch sends the request and returns at once when the answer's header is there; the events that follow arrive on the
// channel of the returned watch, until the server ends it, the connection breaks, ctx is done or Stop is called. The
// channel is then closed. Whoever gets a watch must Stop it.
//
// A refusal, such as 410 Gone for a resource version that is too old, is an error. But it may come later too, as an
// event of type Error on an opened watch: users need to look for both.
//
// A server that breaks the connection before it answered is taken as a watch that ended without an event. A Reflector
// then watches again, or lists anew if that came within a second (VeryShortWatchError).
//
// A watch takes no permit of the rate limiter, except to be sent again: there are few of them, each lasts for minutes,
// and one that waits behind a crowd of other requests would leave its cache out of date.
func (r *Request) Watch(ctx context.Context) (watch.Interface, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	resp, err := r.send(ctx)
	if err != nil {
		if utilnet.IsProbableEOF(err) || utilnet.IsTimeout(err) {
			return watch.NewEmptyWatch(), nil
		}
		return nil, err
	}
	handleWarnings(ctx, resp.Header, r.warnings)
	if resp.StatusCode != http.StatusOK {
		return nil, r.refusal(resp)
	}
	events, err := r.decodeEvents(resp)
	if err != nil {
		_ = resp.Body.Close()
		return nil, err
	}
	return watch.NewStreamWatcherWithLogger(klog.FromContext(ctx), events,
		// What the caller sees when a frame can't be decoded: an Error event with this 500.
		errors.NewClientErrorReporter(http.StatusInternalServerError, r.verb, "ClientWatchDecoding")), nil
}

// refusal reads the answer of a server that opened no watch, and closes it.
func (r *Request) refusal(resp *http.Response) error {
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("read response body: %w", err)
	}
	decoder, _ := r.decoderFor(resp.Header.Get("Content-Type"))
	return r.errorOf(resp, body, decoder)
}

// decodeEvents stacks the three layers that turn a body into events: a framer that finds where each frame of the
// stream ends, a decoder of the frame's envelope (type and raw object), and one of the object within.
func (r *Request) decodeEvents(resp *http.Response) (*eventDecoder, error) {
	mediaType, params, err := r.mediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	objects, envelope, framer, err := r.client.content.Negotiator.StreamDecoder(mediaType, params)
	if err != nil {
		return nil, err
	}
	frames := streaming.NewDecoder(framer.NewFrameReader(resp.Body), envelope)
	return &eventDecoder{frames: frames, objects: objects}, nil
}

// eventDecoder reads one event at a time from the body of a watch. A frame in JSON is
// {"type":"ADDED","object":{"kind":"Pod",…}}; protobuf has the same two fields.
type eventDecoder struct {
	frames  streaming.Decoder
	objects runtime.Decoder
}

// Decode blocks until a whole frame has come. An unknown type of event ends the watch: better to start over than to
// miss what it may have meant.
func (d *eventDecoder) Decode() (watch.EventType, runtime.Object, error) {
	var frame metav1.WatchEvent
	if _, _, err := d.frames.Decode(nil, &frame); err != nil {
		return "", nil, err // io.EOF: the server ended the watch between two frames, as it should
	}
	event := watch.EventType(frame.Type)
	switch event {
	case watch.Added, watch.Modified, watch.Deleted, watch.Bookmark, watch.Error:
	default:
		return "", nil, fmt.Errorf("invalid watch event type %q", frame.Type)
	}
	obj, err := runtime.Decode(d.objects, frame.Object.Raw)
	if err != nil {
		return "", nil, fmt.Errorf("decode object of watch event: %w", err)
	}
	return event, obj, nil
}

// Close closes the body, which ends a Decode that waits on it.
func (d *eventDecoder) Close() { _ = d.frames.Close() }
