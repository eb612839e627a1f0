package rest

import (
	"cmp"
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// Result is what Request.Do brought back: an answer, an error, or both.
type Result struct {
	body        []byte
	warnings    []utilnet.WarningHeader
	contentType string
	statusCode  int
	decoder     runtime.Decoder
	noDecoder   error // why decoder is nil
	err         error
}

func (r Result) withError(err error) Result {
	r.err = err
	return r
}

// Error returns what went wrong, nil on success.
func (r Result) Error() error { return r.err }

// Raw returns the body as it came.
func (r Result) Raw() ([]byte, error) { return r.body, r.err }

// Get decodes the body into a new object of the type it names.
func (r Result) Get() (runtime.Object, error) {
	if err := cmp.Or(r.err, r.noDecoder); err != nil {
		return nil, err
	}
	obj, _, err := r.decoder.Decode(r.body, nil, nil)
	if err != nil {
		return nil, err
	}
	return obj, failureOf(obj)
}

// Into decodes the body into obj. A body that is a failure's metav1.Status becomes an error, whatever obj is. An empty
// body is an error too: without it, obj would pass for an answer.
func (r Result) Into(obj runtime.Object) error {
	if err := cmp.Or(r.err, r.noDecoder); err != nil {
		return err
	}
	if len(r.body) == 0 {
		return fmt.Errorf("0-length response with status code: %d and content type: %s", r.statusCode, r.contentType)
	}
	out, _, err := r.decoder.Decode(r.body, nil, obj)
	if err != nil {
		return err
	}
	if out == obj {
		return nil
	}
	return failureOf(out)
}

// failureOf turns a Status that tells of a failure into an error. It may come with 200 OK, as the end of a long
// operation.
func failureOf(obj runtime.Object) error {
	if status, ok := obj.(*metav1.Status); ok && status.Status != metav1.StatusSuccess {
		return errors.FromObject(status)
	}
	return nil
}

// StatusCode stores the HTTP status, 0 if there was no answer.
func (r Result) StatusCode(statusCode *int) Result {
	*statusCode = r.statusCode
	return r
}

// ContentType stores the content type of the answer.
func (r Result) ContentType(contentType *string) Result {
	*contentType = r.contentType
	return r
}

// WasCreated stores whether the server made a new object.
func (r Result) WasCreated(wasCreated *bool) Result {
	*wasCreated = r.statusCode == http.StatusCreated
	return r
}

// Warnings returns the warnings that came with the answer.
func (r Result) Warnings() []utilnet.WarningHeader { return r.warnings }
