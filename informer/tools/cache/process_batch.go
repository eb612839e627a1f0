package cache

// processDeltasInBatch does what processDeltas does, for deltas of different objects, with one lock of the store instead
// of one for each object. The store comes first here too, with all of its changes, and then the handler hears of them.
//
// An object that the store refuses is left out and the handler does not hear of it; the others are processed.
func processDeltasInBatch(handler ResourceEventHandler, clientState Store, deltas []Delta, isInInitialList bool) error {
	transactions, ok := clientState.(TransactionStore)
	if !ok {
		return processDeltas(handler, clientState, deltas, isInInitialList)
	}
	txns := make([]Transaction, len(deltas))
	tell := make([]func(), len(deltas))
	for i, delta := range deltas {
		if delta.Type == Deleted {
			txns[i] = Transaction{Type: TransactionTypeDelete, Object: delta.Object}
			tell[i] = func() { handler.OnDelete(delta.Object) }
			continue
		}
		// Nobody else writes to the store, and no other delta here is of this object: what is old now stays so.
		old, exists, err := clientState.Get(delta.Object)
		switch {
		case err != nil:
			return err
		case exists:
			txns[i] = Transaction{Type: TransactionTypeUpdate, Object: delta.Object}
			tell[i] = func() { handler.OnUpdate(old, delta.Object) }
		default:
			txns[i] = Transaction{Type: TransactionTypeAdd, Object: delta.Object}
			tell[i] = func() { handler.OnAdd(delta.Object, isInInitialList) }
		}
	}
	refused := transactions.Transaction(txns...)
	if refused == nil {
		for _, tellHandler := range tell {
			tellHandler()
		}
		return nil
	}
	for _, i := range refused.SuccessfulIndices {
		tell[i]()
	}
	return refused
}
