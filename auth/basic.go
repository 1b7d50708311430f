package auth

// Basic returns the type that requires a user name and a password in the
// Authorization field (RFC 7617). The realm is what browsers show when they ask for
// the password; the default is "restricted". The credentials are
// [BasicCredentials].
//
// Basic panics if there is more than one realm, or if it has control characters.
func Basic(realm ...string) Type {
	return Type{[]scheme{basic{realmOf("Basic", realm)}}}
}

type basic struct{ realm string }

func (b basic) describe() Scheme {
	return Scheme{Kind: KindBasic, Name: KindBasic.String(), Realm: b.realm}
}

func (b basic) challenges(authorization) []Challenge {
	return []Challenge{{Scheme: "Basic", Params: []Param{
		{Name: "realm", Value: b.realm},
		{Name: "charset", Value: "UTF-8"},
	}}}
}

func (b basic) read(in incoming) (Credentials, bool) {
	user, password, ok := in.Basic()
	if !ok {
		return nil, false
	}
	return NewBasicCredentials(user, password), true
}
