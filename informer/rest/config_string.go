package rest

import "fmt"

// What is printed in place of a secret; the words are client-go's, so that who looks for them in a log finds them.
const (
	redacted  = "--- REDACTED ---"
	truncated = "--- TRUNCATED ---"
)

// String shows all fields but the secrets, so that a Config can be logged. Package fmt calls it for a pointer only: a Config
// that is none is printed with its password and token, in client-go as well.
func (c *Config) String() string {
	if c == nil {
		return "<nil>"
	}
	shown := CopyConfig(c)
	for _, secret := range []*string{&shown.Password, &shown.BearerToken} {
		if *secret != "" {
			*secret = redacted
		}
	}
	type withoutMethods *Config // or Sprintf would call this one again
	return fmt.Sprintf("%#v", withoutMethods(shown))
}

// GoString is String, for %#v.
func (c *Config) GoString() string { return c.String() }

// String shows all fields but the private key; of the certificate it only says that there is one.
func (c TLSClientConfig) String() string {
	if len(c.KeyData) > 0 {
		c.KeyData = []byte(redacted)
	}
	if len(c.CertData) > 0 {
		c.CertData = []byte(truncated)
	}
	type withoutMethods TLSClientConfig
	return fmt.Sprintf("%#v", withoutMethods(c))
}

// GoString is String, for %#v.
func (c TLSClientConfig) GoString() string { return c.String() }
