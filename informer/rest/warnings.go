package rest

import (
	"context"
	"net/http"

	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/klog/v2"
)

// WarningHandler sees each Warning header of an answer, such as "policy/v1beta1 is deprecated". Code 299 is the only
// one that API servers send.
type WarningHandler interface {
	HandleWarningHeader(code int, agent string, text string)
}

// WarningHandlerWithContext is WarningHandler with the context of the request.
type WarningHandlerWithContext interface {
	HandleWarningHeaderWithContext(ctx context.Context, code int, agent string, text string)
}

// WarningLogger logs warnings with code 299; this is what clients do by default.
type WarningLogger struct{}

// HandleWarningHeader logs the text.
func (w WarningLogger) HandleWarningHeader(code int, agent string, text string) {
	w.HandleWarningHeaderWithContext(context.Background(), code, agent, text)
}

// HandleWarningHeaderWithContext logs the text with the logger of ctx.
func (WarningLogger) HandleWarningHeaderWithContext(ctx context.Context, code int, _ string, text string) {
	if code == 299 && text != "" {
		klog.FromContext(ctx).Info("Warning: " + text)
	}
}

// NoWarnings drops every warning.
type NoWarnings struct{}

// HandleWarningHeader does nothing.
func (NoWarnings) HandleWarningHeader(int, string, string) {}

// HandleWarningHeaderWithContext does nothing.
func (NoWarnings) HandleWarningHeaderWithContext(context.Context, int, string, string) {}

// plainWarningHandler lets a handler without context stand where one with context is wanted.
type plainWarningHandler struct{ WarningHandler }

func (h plainWarningHandler) HandleWarningHeaderWithContext(_ context.Context, code int, agent string, text string) {
	h.HandleWarningHeader(code, agent, text)
}

func (c *Config) warningHandler() WarningHandlerWithContext {
	switch {
	case c.WarningHandlerWithContext != nil:
		return c.WarningHandlerWithContext
	case c.WarningHandler != nil:
		return plainWarningHandler{c.WarningHandler}
	default:
		return WarningLogger{}
	}
}

// handleWarnings passes an answer's warnings on. Headers that can't be parsed are dropped: a warning must never make a
// request fail.
func handleWarnings(ctx context.Context, headers http.Header, handler WarningHandlerWithContext) []utilnet.WarningHeader {
	warnings, _ := utilnet.ParseWarningHeaders(headers["Warning"])
	if handler == nil {
		handler = WarningLogger{}
	}
	for _, w := range warnings {
		handler.HandleWarningHeaderWithContext(ctx, w.Code, w.Agent, w.Text)
	}
	return warnings
}
