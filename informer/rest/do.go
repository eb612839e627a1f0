package rest

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Do sends the request and reads its whole answer. An answer outside of 2xx is a *errors.StatusError that says what
// the server said; package errors of apimachinery tells them apart (IsNotFound, IsResourceExpired, …). A request that
// got no answer fails with the error of the HTTP client.
//
// It first waits for a permit of the rate limiter. The timeout begins only then: a request that was never sent should not
// be reported as one that the server was too slow for.
func (r *Request) Do(ctx context.Context) Result {
	if err := r.check(); err != nil {
		return Result{err: err}
	}
	if err := r.waitForPermit(ctx); err != nil {
		return Result{err: err}
	}
	ctx, cancel := r.withTimeout(ctx)
	defer cancel()
	resp, err := r.send(ctx)
	if err != nil {
		return Result{err: err}
	}
	defer func() { _ = resp.Body.Close() }()

	result := Result{
		statusCode:  resp.StatusCode,
		contentType: resp.Header.Get("Content-Type"),
		warnings:    handleWarnings(ctx, resp.Header, r.warnings),
	}
	if result.body, err = io.ReadAll(resp.Body); err != nil {
		return result.withError(fmt.Errorf("read response body: %w", err))
	}
	// An answer that can't be decoded is an error only for who asks to decode it: /readyz, for one, answers "ok".
	result.decoder, result.noDecoder = r.decoderFor(result.contentType)
	if !succeeded(resp) {
		return result.withError(r.errorOf(resp, result.body, result.decoder))
	}
	return result
}

// DoRaw is Do for callers that want the bytes. With an error, they are what the server sent beside it.
func (r *Request) DoRaw(ctx context.Context) ([]byte, error) {
	return r.Do(ctx).Raw()
}

func (r *Request) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, r.timeout)
}

func succeeded(resp *http.Response) bool {
	return resp.StatusCode >= http.StatusOK && resp.StatusCode <= http.StatusPartialContent
}

// decoderFor finds the codec for what the server really sent, which need not be what the client asked for. An answer
// without a type is taken to be in the client's own.
func (r *Request) decoderFor(contentType string) (runtime.Decoder, error) {
	mediaType, params, err := r.mediaType(contentType)
	if err != nil {
		return nil, err
	}
	return r.client.content.Negotiator.Decoder(mediaType, params)
}

func (r *Request) mediaType(contentType string) (string, map[string]string, error) {
	if contentType == "" {
		contentType = r.client.content.ContentType
	}
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return "", nil, fmt.Errorf("content type %q of the response: %w", contentType, err)
	}
	return mediaType, params, nil
}

// errorOf turns an answer that is not a success into an error. API servers explain themselves by a metav1.Status in the
// body; whoever stands in between, such as a proxy, does not, and then the HTTP status has to do.
func (r *Request) errorOf(resp *http.Response, body []byte, decoder runtime.Decoder) error {
	if decoder != nil {
		if err := statusErrorIn(body, decoder); err != nil {
			return err
		}
	}
	const worthQuoting = 2048
	if len(body) > worthQuoting {
		body = body[:worthQuoting]
	}
	retryAfter, _ := retryAfterSeconds(resp.Header)
	resource := schema.GroupResource{Group: r.client.content.GroupVersion.Group, Resource: r.resource}
	return errors.NewGenericServerResponse(resp.StatusCode, r.verb, resource, r.name, string(body), retryAfter, true)
}

// statusErrorIn returns the failure that body describes, nil if it is no metav1.Status or one of success.
func statusErrorIn(body []byte, decoder runtime.Decoder) error {
	obj, _, err := decoder.Decode(body, &schema.GroupVersionKind{Version: "v1", Kind: "Status"}, nil)
	if err != nil {
		return nil
	}
	if status, ok := obj.(*metav1.Status); ok && status.Status != metav1.StatusSuccess {
		return errors.FromObject(status)
	}
	return nil
}
