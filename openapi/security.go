package openapi

// A SecurityScheme is a way to authenticate.
type SecurityScheme struct {
	Node

	// Type is "http", "apiKey", "oauth2", "openIdConnect" or "mutualTLS".
	Type string

	// Description explains it, in CommonMark.
	Description string

	// Name and In say where an API key is: in a "query", "header" or "cookie".
	Name, In string

	// Scheme is the scheme of type http, in lower case; BearerFormat is a hint.
	Scheme, BearerFormat string

	// Flows are those of OAuth 2.
	Flows *OAuthFlows

	// OpenIDConnectURL and OAuth2MetadataURL (from 3.2 on) lead to further settings.
	OpenIDConnectURL, OAuth2MetadataURL string

	// Deprecated is from 3.2 on.
	Deprecated bool
}

func (s *SecurityScheme) visit(m *members) {
	m.text("type", &s.Type)
	m.text("description", &s.Description)
	m.text("name", &s.Name)
	m.text("in", &s.In)
	m.text("scheme", &s.Scheme)
	m.text("bearerFormat", &s.BearerFormat)
	m.object("flows", &s.Flows)
	m.text("openIdConnectUrl", &s.OpenIDConnectURL)
	m.text("oauth2MetadataUrl", &s.OAuth2MetadataURL)
	m.flag("deprecated", &s.Deprecated)
}

// OAuthFlows are the ways to get a token in OAuth 2.
type OAuthFlows struct {
	Node
	Implicit, Password, ClientCredentials, AuthorizationCode *OAuthFlow
	DeviceAuthorization                                      *OAuthFlow // from 3.2 on
}

func (f *OAuthFlows) visit(m *members) {
	m.object("implicit", &f.Implicit)
	m.object("password", &f.Password)
	m.object("clientCredentials", &f.ClientCredentials)
	m.object("authorizationCode", &f.AuthorizationCode)
	m.object("deviceAuthorization", &f.DeviceAuthorization)
}

// An OAuthFlow is one way to get a token.
type OAuthFlow struct {
	Node

	// The URLs of the steps.
	AuthorizationURL, DeviceAuthorizationURL, TokenURL, RefreshURL string

	// Scopes are the names of scopes and what they allow.
	Scopes Map[*Value]
}

func (f *OAuthFlow) visit(m *members) {
	m.text("authorizationUrl", &f.AuthorizationURL)
	m.text("deviceAuthorizationUrl", &f.DeviceAuthorizationURL)
	m.text("tokenUrl", &f.TokenURL)
	m.text("refreshUrl", &f.RefreshURL)
	m.valueMap("scopes", &f.Scopes)
}

// A SecurityRequirement names security schemes that have to be met together. An empty
// one is met by anybody. Of several requirements in a list, one is enough.
type SecurityRequirement struct {
	Node

	// Schemes are by the names of the components, with the scopes that are needed.
	Schemes Map[[]string]
}

// Require returns the requirement of schemes without scopes.
func Require(schemes ...string) *SecurityRequirement {
	s := &SecurityRequirement{Schemes: Map[[]string]{}}
	for _, name := range schemes {
		s.Schemes.Set(name, []string{})
	}
	return s
}

func (s *SecurityRequirement) visit(*members) {}

func (s *SecurityRequirement) readFrom(r *reader, v *Value) bool {
	if v.kind != Object {
		return false
	}
	s.Schemes = Map[[]string]{}
	for name, scopes := range v.Members() {
		s.Schemes = append(s.Schemes, Entry[[]string]{name, r.texts(scopes)})
	}
	return true
}

func (s *SecurityRequirement) writeTo() *Value {
	m := make(Map[*Value], len(s.Schemes))
	for i, e := range s.Schemes {
		m[i] = Entry[*Value]{e.Name, textsValue(e.Value)}
	}
	return objectValue(m)
}
