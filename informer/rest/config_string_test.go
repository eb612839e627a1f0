package rest_test

import (
	"fmt"
	"strings"
	"testing"

	clientrest "k8s.io/client-go/rest"

	"github.com/srcblog/srcblog/informer/rest"
)

// However a *Config is printed, no secret is. client-go's is printed too: what it hides, ours must hide.
func TestConfigHidesSecrets(t *testing.T) {
	key, cert := []byte("the key"), []byte("the certificate")
	ours := &rest.Config{Host: "example.org", Username: "ann", Password: "the password", BearerToken: "the token"}
	ours.KeyData, ours.CertData, ours.KeyFile = key, cert, "key.pem"
	theirs := &clientrest.Config{Host: "example.org", Username: "ann", Password: "the password", BearerToken: "the token"}
	theirs.KeyData, theirs.CertData, theirs.KeyFile = key, cert, "key.pem"
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, config := range []any{ours, ours.TLSClientConfig, theirs, theirs.TLSClientConfig, []any{ours}} {
			printed := fmt.Sprintf(verb, config)
			for _, secret := range []string{"the password", "the token", "the key", "the certificate",
				fmt.Sprint(key), fmt.Sprintf("%#v", key), fmt.Sprintf("%#v", cert)} {
				if strings.Contains(printed, secret) {
					t.Errorf("%s of %T shows %s: %s", verb, config, secret, printed)
				}
			}
			if !strings.Contains(printed, "key.pem") {
				t.Errorf("%s of %T does not show what is no secret: %s", verb, config, printed)
			}
		}
	}
	for _, want := range []string{"example.org", "ann", "--- REDACTED ---"} {
		if !strings.Contains(ours.String(), want) || !strings.Contains(theirs.String(), want) {
			t.Errorf("%s is not in\n%s\nclient-go:\n%s", want, ours, theirs)
		}
	}
	if ours.Password != "the password" || string(ours.KeyData) != "the key" {
		t.Error("printing changed it")
	}
	if empty := (&rest.Config{}).String(); strings.Contains(empty, "REDACTED") || strings.Contains(empty, "TRUNCATED") {
		t.Errorf("hides what is not there: %s", empty)
	}
	var none *rest.Config
	if printed := fmt.Sprintf("%v %#v", none, none); strings.Count(printed, "nil") != 2 {
		t.Errorf("nil is printed as %s", printed)
	}
}
