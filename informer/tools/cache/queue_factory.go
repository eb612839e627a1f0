package cache

import (
	"fmt"

	"k8s.io/klog/v2"
)

// QueueOptions is what an informer knows about the queue it needs.
type QueueOptions struct {
	// Logger is used instead of klog.Background().
	Logger *klog.Logger
	// ObjectDescription says what the queue is for, for example "*v1.Pod". It is used in messages.
	ObjectDescription string
	// KnownObjects is the informer's store.
	KnownObjects KeyListerGetter
	// Transformer is applied to each object before it is queued; nil: none.
	Transformer TransformFunc
	// Identifier names the informer.
	Identifier InformerNameAndResource
}

// QueueFactory makes the queue of an informer. client-go chooses the queue by feature gates instead, one choice for the
// whole process.
type QueueFactory func(QueueOptions) Queue

// NewRealFIFOQueue is the QueueFactory that informers use unless told otherwise: a RealFIFO with all that client-go's
// informers set today. That they set AtomicEvents, UnlockWhileProcessing and EmitDeltaTypeBookmark is news of v0.36.
func NewRealFIFOQueue(options QueueOptions) Queue {
	return NewRealFIFOWithOptions(RealFIFOOptions{
		Logger:                options.Logger,
		Name:                  fmt.Sprintf("RealFIFO %s", options.ObjectDescription),
		Transformer:           options.Transformer,
		AtomicEvents:          true,
		UnlockWhileProcessing: true,
		EmitDeltaTypeBookmark: true,
		Identifier:            options.Identifier,
	})
}

// NewDeltaFIFOQueue is the QueueFactory for the classic queue, on which client-go's informers ran before v0.33.
func NewDeltaFIFOQueue(options QueueOptions) Queue {
	return NewDeltaFIFOWithOptions(DeltaFIFOOptions{
		Logger:                options.Logger,
		Name:                  fmt.Sprintf("DeltaFIFO %s", options.ObjectDescription),
		KnownObjects:          options.KnownObjects,
		EmitDeltaTypeReplaced: true,
		Transformer:           options.Transformer,
	})
}
