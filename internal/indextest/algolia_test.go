package indextest

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// With Algolia the same box asks Algolia; here a server of our own answers in its place.
func TestAlgolia(t *testing.T) {
	algolia := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Write([]byte(`{"hits": [{"objectID": "/queue/:1:0", "uri": "/queue/", "title": "队列", "date": "2024-03-02", "content": "入队 最后都走到 queueActionLocked",
			"_snippetResult": {"content": {"value": "最后 <img src=x> \ue000queueActionLocked\ue001"}}}]}`))
	}))
	t.Cleanup(algolia.Close)
	files := maps.Clone(searched)
	files["hugo.toml"] = searchOn + "type = \"algolia\"\n[search.algolia]\nindex = \"blog\"\nappID = \"APP\"\nsearchKey = \"key\"\n"
	s := build(t, testsite.Themes, files)
	const address = "https://app-dsn.algolia.net/1/indexes/blog/query?x-algolia-api-key=key&amp;x-algolia-application-id=APP"
	page := s.read(t, "lock/index.html")
	if !strings.Contains(page, address) {
		t.Fatalf("the box does not lead to %s", address)
	}
	testsite.Write(t, s.dir, map[string]string{"lock/index.html": strings.ReplaceAll(page, address, algolia.URL)})
	host := testsite.Serve(t, s.dir, func(string) string {
		return strings.Replace(testsite.Policy, "connect-src", "connect-src "+algolia.URL, 1)
	})

	tab := chromium.NewTab(t, chromium.Start(t))
	tab.Size(1280, 900)
	tab.Do(chromedp.Navigate(host.URL + "/lock/"))
	tab.Do(chromedp.KeyEvent("/"), chromedp.KeyEvent("queue"))
	tab.Wait(first + `?.dataset.objectId === "/queue/:1:0"`)
	if href := chromium.Eval[string](tab, `decodeURI(new URL(`+first+`.href).pathname + new URL(`+first+`.href).hash)`); href != "/queue/#入队" {
		t.Errorf("the result leads to %s", href)
	}
	if text := chromium.Eval[string](tab, first+`.querySelector(".search-result-text").innerHTML`); !strings.Contains(text, `&lt;img src=x&gt; <em class="search-match">queueActionLocked</em>`) {
		t.Errorf("the result shows %s", text)
	}
}
