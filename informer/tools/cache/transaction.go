package cache

import "fmt"

// TransactionType says what a Transaction does with its object.
type TransactionType string

// The kinds of Transaction. Any other does nothing.
const (
	TransactionTypeAdd    TransactionType = "Add"
	TransactionTypeUpdate TransactionType = "Update"
	TransactionTypeDelete TransactionType = "Delete"
)

// Transaction is one write among several that are made together.
type Transaction struct {
	Object any
	Type   TransactionType
}

// ThreadSafeStoreTransaction is a Transaction with the key of its object.
type ThreadSafeStoreTransaction struct {
	Transaction
	Key string
}

// ThreadSafeStoreWithTransaction is a ThreadSafeStore that can make several writes while it is locked once.
type ThreadSafeStoreWithTransaction interface {
	ThreadSafeStore
	Transaction(fns ...ThreadSafeStoreTransaction)
}

// TransactionStore is a Store that can make several writes while it is locked once. The name promises less than it
// seems: there is no rollback. What can be done is done, and the error, nil if all went well, tells which.
type TransactionStore interface {
	Transaction(txns ...Transaction) *TransactionError
}

// TransactionError tells which of the transactions of a call were made and why the others were not.
type TransactionError struct {
	SuccessfulIndices []int
	TotalTransactions int
	Errors            []error
}

// Error counts the failures and names their reasons.
func (t *TransactionError) Error() string {
	failed := t.TotalTransactions - len(t.SuccessfulIndices)
	return fmt.Sprintf("failed to execute (%d/%d) transactions failed due to: %v", failed, t.TotalTransactions, t.Errors)
}

// Transaction makes all writes under one lock: with one writer and many readers, taking the lock is the expensive part.
func (m *threadSafeMap) Transaction(txns ...ThreadSafeStoreTransaction) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, txn := range txns {
		switch txn.Type {
		case TransactionTypeAdd, TransactionTypeUpdate:
			m.putLocked(txn.Key, txn.Object)
		case TransactionTypeDelete:
			m.deleteLocked(txn.Key, txn.Object)
		}
	}
}

// Transaction finds all keys first, outside the lock, and leaves out the objects for which that fails.
func (c *cache) Transaction(txns ...Transaction) *TransactionError {
	ready := make([]ThreadSafeStoreTransaction, 0, len(txns))
	successful := make([]int, 0, len(txns))
	var errs []error
	for i, txn := range txns {
		prepared, err := c.prepareTransaction(txn)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		ready = append(ready, prepared)
		successful = append(successful, i)
	}
	c.threadSafeMap.Transaction(ready...)
	if len(errs) == 0 {
		return nil
	}
	return &TransactionError{SuccessfulIndices: successful, TotalTransactions: len(txns), Errors: errs}
}

// prepareTransaction transforms only what will be stored: an object on its way out may be a tombstone.
func (c *cache) prepareTransaction(txn Transaction) (ThreadSafeStoreTransaction, error) {
	if txn.Type != TransactionTypeDelete {
		key, obj, err := c.prepare(txn.Object)
		return ThreadSafeStoreTransaction{Transaction{Object: obj, Type: txn.Type}, key}, err
	}
	key, err := c.keyFunc(txn.Object)
	if err != nil {
		return ThreadSafeStoreTransaction{}, KeyError{Obj: txn.Object, Err: err}
	}
	return ThreadSafeStoreTransaction{txn, key}, nil
}
