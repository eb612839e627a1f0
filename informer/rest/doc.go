// Package rest speaks HTTP with a Kubernetes API server: it builds requests, sends them, and turns the answers into
// typed objects. It is the lowest layer of the informer; everything above sees only List and Watch.
//
// A request is built by a chain of calls and sent by its last link:
//
//	pods := &corev1.PodList{}
//	err := client.Get().Namespace("default").Resource("pods").
//		VersionedParams(&metav1.ListOptions{Limit: 500}, scheme.ParameterCodec).
//		Do(ctx).Into(pods)
//
// Reading order:
//
//   - config.go: Config, what a caller says about the server
//   - client.go: RESTClient, one API group and version of that server
//   - request.go: Request, the chain and the URL it adds up to
//   - do.go: Request.Do, one answer read whole; result.go: what came back
//   - watch.go: Request.Watch, one answer that never ends, read frame by frame
//   - attempt.go: what Do and Watch share: sending, and sending again when the server says Retry-After
//   - transport.go: TLS, tokens and user names on the wire; warnings.go: the server's Warning headers
//
// Names and behaviour follow k8s.io/client-go/rest. Left out: exec and cloud credential plug-ins, the old per-URL
// back-off manager, metrics.
package rest
