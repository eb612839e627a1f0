package cache

import "fmt"

// processDeltasInBatch does what processDeltas does, for deltas of different objects, with one lock of the store instead
// of one for each object. The store comes first here too, with all of its changes, and then the handler hears of them.
//
// An object that the store refuses is left out and the handler does not hear of it; the others are processed. But one
// that can't even be looked up, because it has no key, ends the batch before anything is stored.
func processDeltasInBatch(handler ResourceEventHandler, clientState Store, deltas []Delta, isInInitialList bool,
	keyFunc KeyFunc) error {
	transactions, ok := clientState.(TransactionStore)
	if !ok {
		return processDeltas(handler, clientState, deltas, isInInitialList, keyFunc)
	}
	txns := make([]Transaction, len(deltas))
	olds := make([]any, len(deltas)) // of updates
	for i, delta := range deltas {
		if delta.ofCollection() {
			return fmt.Errorf("a %s delta can't be part of a batch", delta.Type)
		}
		if delta.Type == Deleted {
			txns[i] = Transaction{Type: TransactionTypeDelete, Object: delta.Object}
			continue
		}
		// Nobody else writes to the store, and no other delta here is of this object: what is old now stays so.
		old, exists, err := clientState.Get(delta.Object)
		if err != nil {
			return err
		}
		txns[i] = Transaction{Type: TransactionTypeAdd, Object: delta.Object}
		if exists {
			txns[i].Type, olds[i] = TransactionTypeUpdate, old
		}
	}
	refused := transactions.Transaction(txns...)
	if refused == nil {
		for i, txn := range txns {
			tellTransaction(handler, txn, olds[i], isInInitialList)
		}
		return nil
	}
	for _, i := range refused.SuccessfulIndices {
		tellTransaction(handler, txns[i], olds[i], isInInitialList)
	}
	return refused
}

func tellTransaction(handler ResourceEventHandler, txn Transaction, old any, isInInitialList bool) {
	switch txn.Type {
	case TransactionTypeAdd:
		handler.OnAdd(txn.Object, isInInitialList)
	case TransactionTypeUpdate:
		handler.OnUpdate(old, txn.Object)
	case TransactionTypeDelete:
		handler.OnDelete(txn.Object)
	}
}
