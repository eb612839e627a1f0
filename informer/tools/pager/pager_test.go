package pager_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientpager "k8s.io/client-go/tools/pager"

	"go.uber.org/goleak"

	"github.com/srcblog/srcblog/informer/tools/pager"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errBroken = errors.New("broken")

// book is a list of total pods that is handed out in pages and writes down what it was asked.
type book struct {
	total     int
	failAt    int // the number of the request that fails, from 1; 0: none
	err       error
	ignoreAll bool // the server ignores limits
	asked     []string
}

func (b *book) page(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
	b.asked = append(b.asked, fmt.Sprintf("limit=%d continue=%s rv=%s match=%s", o.Limit, o.Continue, o.ResourceVersion, o.ResourceVersionMatch))
	if len(b.asked) == b.failAt {
		return nil, b.err
	}
	from, _ := strconv.Atoi(o.Continue)
	to := b.total
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(10 + from)}}
	if o.Limit > 0 && from+int(o.Limit) < to && !b.ignoreAll {
		to = from + int(o.Limit)
		list.Continue = strconv.Itoa(to)
	}
	for i := from; i < to; i++ {
		list.Items = append(list.Items, v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: strconv.Itoa(i)}})
	}
	return list, nil
}

func describe(list runtime.Object, paginated bool, err error) string {
	if err != nil {
		return fmt.Sprintf("%t error %v", paginated, err)
	}
	var names []string
	_ = meta.EachListItem(list, func(obj runtime.Object) error {
		names = append(names, obj.(*v1.Pod).Name)
		return nil
	})
	info, _ := meta.ListAccessor(list)
	return fmt.Sprintf("%T %t rv=%s continue=%q %s", list, paginated, info.GetResourceVersion(), info.GetContinue(), strings.Join(names, " "))
}

// TestListAsClientGo lists the same books by our pager and client-go's.
func TestListAsClientGo(t *testing.T) {
	expired := apierrors.NewResourceExpired("expired")
	options := metav1.ListOptions{ResourceVersion: "7", ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan}
	for _, c := range []struct {
		name     string
		book     book
		size     int64
		fullList bool
		options  metav1.ListOptions
		want     string
	}{
		{name: "empty", size: 3, want: `*v1.PodList false rv=10 continue="" `},
		{name: "one page", book: book{total: 3}, size: 3, want: `*v1.PodList false rv=10 continue="" 0 1 2`},
		{name: "three pages", book: book{total: 7}, size: 3, options: options, want: `*internalversion.List true rv=10 continue="" 0 1 2 3 4 5 6`},
		{name: "limit of its own", book: book{total: 3}, size: 5, options: metav1.ListOptions{Limit: 2}, want: `*internalversion.List true rv=10 continue="" 0 1 2`},
		{name: "no pages", book: book{total: 3}, size: 0, want: `*v1.PodList false rv=10 continue="" 0 1 2`},
		{name: "limit ignored", book: book{total: 5, ignoreAll: true}, size: 2, want: `*v1.PodList false rv=10 continue="" 0 1 2 3 4`},
		{name: "first page expired", book: book{total: 5, failAt: 1, err: expired}, size: 2, fullList: true, options: options, want: `false error expired`},
		{name: "second page expired", book: book{total: 5, failAt: 2, err: expired}, size: 2, fullList: true, options: options, want: `*v1.PodList true rv=10 continue="" 0 1 2 3 4`},
		{name: "second page expired, no fallback", book: book{total: 5, failAt: 2, err: expired}, size: 2, want: `true error expired`},
		{name: "third page broken", book: book{total: 5, failAt: 3, err: errBroken}, size: 2, fullList: true, want: `true error broken`},
	} {
		t.Run(c.name, func(t *testing.T) {
			ourBook, theirBook := c.book, c.book
			ours := pager.ListPager{PageSize: c.size, PageFn: ourBook.page, FullListIfExpired: c.fullList}
			theirs := clientpager.ListPager{PageSize: c.size, PageFn: theirBook.page, FullListIfExpired: c.fullList}
			got, want := describe(ours.List(t.Context(), c.options)), describe(theirs.List(t.Context(), c.options))
			if got != want || got != c.want {
				t.Errorf("List: %s\nclient-go: %s\nwant: %s", got, want, c.want)
			}
			if a, b := strings.Join(ourBook.asked, "\n"), strings.Join(theirBook.asked, "\n"); a != b {
				t.Errorf("asked\n%s\nclient-go asks\n%s", a, b)
			}
		})
	}
}

func TestDefaultsAreClientGo(t *testing.T) {
	ours, theirs := pager.New(nil), clientpager.New(nil)
	if ours.PageSize != theirs.PageSize || ours.PageBufferSize != theirs.PageBufferSize || ours.FullListIfExpired != theirs.FullListIfExpired {
		t.Errorf("New: %+v, client-go: %+v", ours, theirs)
	}
}

func TestListWithAllocCopies(t *testing.T) {
	shared := &v1.PodList{Items: []v1.Pod{{ObjectMeta: metav1.ObjectMeta{Name: "a"}}}}
	pages := 0
	p := pager.New(pager.SimplePageFunc(func(metav1.ListOptions) (runtime.Object, error) {
		pages++
		page := *shared
		if pages == 1 {
			page.Continue = "more"
		}
		return &page, nil
	}))
	list, _, err := p.ListWithAlloc(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_ = meta.EachListItem(list, func(obj runtime.Object) error {
		if obj.(*v1.Pod) == &shared.Items[0] {
			t.Error("the object shares its page's memory")
		}
		return nil
	})
}

func TestListStopsAtContext(t *testing.T) {
	b := &book{total: 10}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := pager.ListPager{PageSize: 2, PageFn: b.page}
	if _, _, err := p.List(ctx, metav1.ListOptions{}); !errors.Is(err, context.Canceled) || len(b.asked) != 0 {
		t.Errorf("List: %v after %d requests", err, len(b.asked))
	}
}

func TestEachListItem(t *testing.T) {
	for _, c := range []struct {
		name   string
		book   book
		buffer int32
		stopAt string
		want   string
	}{
		{name: "all", book: book{total: 5}, buffer: 2, want: "0 1 2 3 4 <nil>"},
		{name: "no buffer", book: book{total: 5}, want: "0 1 2 3 4 <nil>"},
		{name: "fn fails", book: book{total: 100}, buffer: 2, stopAt: "3", want: "0 1 2 3 stop"},
		{name: "page fails", book: book{total: 6, failAt: 3, err: errBroken}, buffer: 2, want: "0 1 2 3 broken"},
		{name: "bad buffer", buffer: -1, want: "ListPager.PageBufferSize must be >= 0, got -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := c.book
			p := pager.ListPager{PageSize: 2, PageFn: b.page, PageBufferSize: c.buffer}
			for name, each := range map[string]func(context.Context, metav1.ListOptions, func(runtime.Object) error) error{
				"EachListItem": p.EachListItem, "EachListItemWithAlloc": p.EachListItemWithAlloc,
			} {
				b.asked = nil
				var got []string
				err := each(t.Context(), metav1.ListOptions{}, func(obj runtime.Object) error {
					got = append(got, obj.(*v1.Pod).Name)
					if obj.(*v1.Pod).Name == c.stopAt {
						return errors.New("stop")
					}
					return nil
				})
				if log := strings.Join(append(got, fmt.Sprint(err)), " "); log != c.want {
					t.Errorf("%s: %s, want %s", name, log, c.want)
				}
			}
		})
	}
}

// TestEachListItemReadsAhead shows that pages are fetched while fn is busy, but no more than the buffer holds.
func TestEachListItemReadsAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{total: 100}
		p := pager.ListPager{PageSize: 10, PageFn: b.page, PageBufferSize: 3}
		err := p.EachListItem(t.Context(), metav1.ListOptions{}, func(runtime.Object) error {
			synctest.Wait() // until the fetching goroutine can do no more
			return errBroken
		})
		// One page in hand, three in the buffer, one that waits for room.
		if !errors.Is(err, errBroken) || len(b.asked) != 5 {
			t.Errorf("EachListItem: %v after %d requests, want 5", err, len(b.asked))
		}
	})
}

func TestEachListItemContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := &book{total: 100}
	p := pager.New(b.page)
	p.PageSize = 2
	n := 0
	err := p.EachListItem(ctx, metav1.ListOptions{}, func(runtime.Object) error {
		n++
		if n == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 4 {
		t.Errorf("EachListItem: %v after %d objects", err, n)
	}
}
