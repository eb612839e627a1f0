package informer_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// leftOut says which names of client-go we do not have, and why. A name is a top-level one, or a field or method of a type
// that we have; * stands for anything. TestScope fails for a name that is missing and not here, and for a line here that
// stands for no missing name.
var leftOut = []struct {
	folders string
	why     string
	names   string
}{
	{"tools/cache", "other stores than those that informers use; the FIFO is what DeltaFIFO came from",
		"ExpirationCache ExpirationPolicy NewExpirationStore NewTTLStore TTLPolicy TimestampedEntry " +
			"FIFO NewFIFO Heap NewHeap LessFunc UndeltaStore NewUndeltaStore " +
			"MutationCache MutationCacheOptions NewIntegerResourceVersionMutationCache* ResourceVersionComparator"},
	{"tools/cache", "fakes for tests: ours are in the tests", "FakeCustomStore FakeExpirationPolicy NewFakeExpirationStore"},
	{"tools/cache", "metrics of informers say nothing about how they work",
		"CounterMetric GaugeMetric HistogramMetric SummaryMetric MetricsProvider InformerMetricsProvider " +
			"SetInformerMetricsProvider SetReflectorMetricsProvider WithStoreMetrics WithThreadSafeStoreMetrics " +
			"InformerOptions.InformerMetricsProvider SharedIndexInformerOptions.InformerMetricsProvider RealFIFOOptions.MetricsProvider"},
	{"tools/cache", "a front with type parameters, new in v0.37, for the informer that is here",
		"Typed* NewTypedSharedIndexInformer Object DeletedObject"},
	{"informers/core/v1 informers/apps/v1", "the same front, for each kind",
		"*Typed* Deleted* *HandlerFuncs *FilteringHandler *IndexInformer *Indexers"},

	{"util/workqueue", "deprecated: the queues without type parameters",
		"Interface Type New NewNamed NewWithConfig QueueConfig " +
			"DelayingInterface DelayingQueueConfig NewDelayingQueue* NewNamedDelayingQueue TypedNewDelayingQueue " +
			"RateLimitingInterface RateLimitingQueueConfig NewRateLimitingQueue* NewNamedRateLimitingQueue " +
			"RateLimiter DefaultControllerRateLimiter DefaultItemBasedRateLimiter BucketRateLimiter " +
			"ItemExponentialFailureRateLimiter NewItemExponentialFailureRateLimiter ItemFastSlowRateLimiter NewItemFastSlowRateLimiter " +
			"MaxOfRateLimiter NewMaxOfRateLimiter WithMaxWaitRateLimiter NewWithMaxWaitRateLimiter"},
	{"util/workqueue", "nothing uses it, not even there", "SummaryMetric"},

	{"util/flowcontrol", "only what rest needs: a limiter that waits",
		"Backoff NewBackOff* Clock PassiveRateLimiter RateLimiter.PassiveRateLimiter NewTokenBucketPassiveRateLimiter* NewTokenBucketRateLimiterWithClock"},
	{"util/flowcontrol", "fakes for tests", "NewFake*"},

	{"rest", "plug-ins that log in somewhere, and programs that do",
		"AuthProvider AuthProviderConfigPersister Config.AuthProvider Config.AuthConfigPersister Config.ExecProvider Factory " +
			"GetAuthProvider RegisterAuthProviderPlugin ConfigToExecCluster ExecClusterToConfig"},
	{"rest", "where a Config comes from is not the informer's business; neither is its name",
		"InClusterConfig ErrNotInCluster AnonymousClientConfig LoadTLSFiles AddUserAgent DefaultKubernetesUserAgent " +
			"SetKubernetesDefaults Config.DeepCopy* TLSClientConfig.DeepCopy*"},
	{"rest", "clients without a version, as discovery needs them", "UnversionedRESTClientFor* NewRequestWithClient"},
	{"rest", "what was public there by need of another package: inside of ours",
		"CodecFactoryForGeneratedClient Config.TransportConfig Config.Wrap DefaultServerUrlFor DefaultVersionedAPIPath HTTPClient " +
			"HTTPWrappersForConfig IsConfigTransportTLS IsRetryableErrorFunc IsValidPathSegmentName IsValidPathSegmentPrefix " +
			"NameMayNotBe NameMayNotContain ValidatePathSegmentName RequestConstructionError ResponseWrapper RetryAfter WithRetry"},
	{"rest", "the back-off by URL, off unless an environment variable is set",
		"BackoffManager BackoffManagerWithContext NoBackoff URLBackoff Request.BackOff Request.BackOffWithContext"},
	{"rest", "other ways to ask than an informer's and a typed client's",
		"Request.Prefix Request.Suffix Request.RequestURI Request.Stream Request.SpecificallyVersionedParams Request.UseProtobufAsDefault*"},
	{"rest", "warnings go to the log, or to a handler that is given with its context",
		"NewWarningWriter WarningWriterOptions SetDefaultWarningHandler* Request.WarningHandler"},

	{"kubernetes", "groups other than core/v1 and apps/v1",
		"Clientset.*V[0-9]* Interface.*V[0-9]* Clientset.Discovery Clientset.DiscoveryClient Interface.Discovery"},
	{"informers", "groups other than core/v1 and apps/v1",
		"SharedInformerFactory.Admissionregistration SharedInformerFactory.Autoscaling SharedInformerFactory.Batch " +
			"SharedInformerFactory.Certificates SharedInformerFactory.Coordination SharedInformerFactory.Discovery " +
			"SharedInformerFactory.Events SharedInformerFactory.Extensions SharedInformerFactory.Flowcontrol " +
			"SharedInformerFactory.Internal SharedInformerFactory.Lifecycle SharedInformerFactory.Networking " +
			"SharedInformerFactory.Node SharedInformerFactory.Policy SharedInformerFactory.Rbac SharedInformerFactory.Resource " +
			"SharedInformerFactory.Scheduling SharedInformerFactory.Storage SharedInformerFactory.Storagemigration"},
	{"informers/apps", "versions that no server has any more", "Interface.V1beta1 Interface.V1beta2"},
	{"kubernetes/typed/core/v1 informers/core/v1 listers/core/v1", "kinds other than Pod",
		"*ConfigMap* *Endpoints* *Event* *LimitRange* *Namespace* *Node* *PersistentVolume* *PersistentVolumeClaim* " +
			"*PodTemplate* *ReplicationController* *ResourceQuota* *Secret* *Service* *ServiceAccount* *ComponentStatus*"},
	{"kubernetes/typed/apps/v1 informers/apps/v1 listers/apps/v1", "kinds other than Deployment",
		"*ControllerRevision* *DaemonSet* *ReplicaSet* *StatefulSet*"},
	{"kubernetes/typed/core/v1", "verbs other than get, list, watch, create, update and delete",
		"GetInvolvedObjectNameFieldLabel PodExpansion PodInterface.PodExpansion PodInterface.Apply* PodInterface.Bind " +
			"PodInterface.DeleteCollection PodInterface.Evict* PodInterface.GetLogs PodInterface.Patch PodInterface.ProxyGet " +
			"PodInterface.UpdateEphemeralContainers PodInterface.UpdateResize"},
	{"kubernetes/typed/apps/v1", "verbs other than get, list, watch, create, update and delete",
		"DeploymentExpansion DeploymentInterface.DeploymentExpansion DeploymentInterface.Apply* DeploymentInterface.DeleteCollection " +
			"DeploymentInterface.Patch DeploymentInterface.GetScale DeploymentInterface.UpdateScale"},
	{"listers/core/v1 listers/apps/v1", "places in generated code for methods by hand", "*ListerExpansion"},
}

// TestScope compares the exported names of each of our packages that client-go has too.
func TestScope(t *testing.T) {
	clientGo := moduleFolder(t, "k8s.io/client-go")
	folders := commonFolders(t, clientGo)
	if len(folders) < 19 { // as many as there were when this was written
		t.Fatalf("only these folders are in both: %q", folders)
	}
	used := map[string]bool{} // names of leftOut that stand for something, behind the folders of their line
	for _, folder := range folders {
		theirs, ours := exportedNames(t, filepath.Join(clientGo, folder)), exportedNames(t, folder)
		for _, name := range missing(theirs, ours) {
			if !isLeftOut(folder, name, used) {
				t.Errorf("%s: %s is missing: write it, or say in leftOut why not", folder, name)
			}
		}
	}
	for _, line := range leftOut {
		for name := range strings.FieldsSeq(line.names) {
			if !used[line.folders+" "+name] {
				t.Errorf("%s: %s is said to be left out (%s), but client-go does not have it, or we do", line.folders, name, line.why)
			}
		}
	}
}

func isLeftOut(folder, name string, used map[string]bool) (found bool) {
	for _, line := range leftOut {
		if !slices.Contains(strings.Fields(line.folders), folder) {
			continue
		}
		for pattern := range strings.FieldsSeq(line.names) {
			if ok, err := path.Match(pattern, name); ok && err == nil {
				used[line.folders+" "+pattern] = true
				found = true
			}
		}
	}
	return found
}

// missing returns what of theirs is not in ours, in order. Fields and methods of a missing type are not told of.
func missing(theirs, ours map[string]bool) []string {
	var names []string
	for name := range theirs {
		typeName, _, isMember := strings.Cut(name, ".")
		if !ours[name] && (!isMember || ours[typeName]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func moduleFolder(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("find %s: %v", module, err)
	}
	return strings.TrimSpace(string(out))
}

// commonFolders returns our folders with Go code that are there in client-go too.
func commonFolders(t *testing.T, clientGo string) []string {
	t.Helper()
	var folders []string
	for _, pattern := range []string{"*", "*/*", "*/*/*", "*/*/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range found {
			if hasGo(folder) && hasGo(filepath.Join(clientGo, folder)) && !strings.HasPrefix(folder, "examples") {
				folders = append(folders, filepath.ToSlash(folder))
			}
		}
	}
	return folders
}

func hasGo(folder string) bool {
	_, err := build.ImportDir(folder, 0)
	return err == nil
}

// exportedNames reads the source of a package, tests left out. That takes no compiling, which for all of client-go's typed
// clients takes minutes.
func exportedNames(t *testing.T, folder string) map[string]bool {
	t.Helper()
	p, err := build.ImportDir(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := nameSet{all: map[string]bool{}, embedded: map[string][]string{}}
	for _, file := range p.GoFiles {
		syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range syntax.Decls {
			n.declare(decl)
		}
	}
	n.promote()
	for name := range n.all {
		typeName, member, isMember := strings.Cut(name, ".")
		if !ast.IsExported(typeName) || isMember && !ast.IsExported(member) {
			delete(n.all, name)
		}
	}
	return n.all
}

// nameSet is the names that a package declares, as Name and Type.Member.
type nameSet struct {
	all      map[string]bool
	embedded map[string][]string // by type, which types of the same package it embeds
}

func (n nameSet) declare(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = typeName(d.Recv.List[0].Type) + "." + name
		}
		n.all[name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					n.all[name.Name] = true
				}
			case *ast.TypeSpec:
				n.all[s.Name.Name] = true
				n.declareMembers(s)
			}
		}
	}
}

func (n nameSet) declareMembers(spec *ast.TypeSpec) {
	var members *ast.FieldList
	switch t := spec.Type.(type) {
	case *ast.StructType:
		members = t.Fields
	case *ast.InterfaceType:
		members = t.Methods
	default:
		return
	}
	for _, member := range members.List {
		for _, name := range member.Names {
			n.all[spec.Name.Name+"."+name.Name] = true
		}
		if len(member.Names) == 0 {
			embedded := typeName(member.Type)
			n.all[spec.Name.Name+"."+embedded] = true
			n.embedded[spec.Name.Name] = append(n.embedded[spec.Name.Name], embedded)
		}
	}
}

// promote gives each type the members of those that it embeds.
func (n nameSet) promote() {
	for changed := true; changed; {
		changed = false
		for outer, inners := range n.embedded {
			for name := range n.all {
				inner, member, isMember := strings.Cut(name, ".")
				if promoted := outer + "." + member; isMember && slices.Contains(inners, inner) && !n.all[promoted] {
					n.all[promoted], changed = true, true
				}
			}
		}
	}
}

// typeName is the name without package, pointer and type arguments.
func typeName(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}

// What TestScope rests on: it must see what is missing, and a line too many.
func TestMissing(t *testing.T) {
	theirs := map[string]bool{"A": true, "A.M": true, "B": true, "C": true, "C.M": true}
	ours := map[string]bool{"A": true, "C": true, "C.M": true, "D": true}
	if got := missing(theirs, ours); !slices.Equal(got, []string{"A.M", "B"}) {
		t.Errorf("missing: %q", got)
	}
	names := exportedNames(t, "util/workqueue")
	for _, name := range []string{
		"NewTyped", "Typed.Get", "TypedInterface.Done", "TypedRateLimitingInterface.Done", // through two interfaces
		"TypedQueueConfig.Clock", "TypedItemFastSlowRateLimiter.Forget", // through a struct that is not exported
	} {
		if !names[name] {
			t.Errorf("%s is not seen", name)
		}
	}
	if names["Typed.queue"] || names["failures.Forget"] {
		t.Error("a name that is not exported is seen")
	}
}
