package schema_test

import (
	"testing"

	"github.com/weft-go/weft/schema"
)

func TestNameFormat(t *testing.T) {
	tests := []struct{ in, snake, camel, kebab, pascal string }{
		{"title", "title", "title", "title", "Title"},
		{"Title", "title", "title", "title", "Title"},
		{"userName", "user_name", "userName", "user-name", "UserName"},
		{"user_name", "user_name", "userName", "user-name", "UserName"},
		{"user-name", "user_name", "userName", "user-name", "UserName"},
		{"User Name", "user_name", "userName", "user-name", "UserName"},
		{"HTTPServer", "http_server", "httpServer", "http-server", "HttpServer"},
		{"userID", "user_id", "userId", "user-id", "UserId"},
		{"userIDs", "user_ids", "userIds", "user-ids", "UserIds"},
		{"IDsOfUsers", "ids_of_users", "idsOfUsers", "ids-of-users", "IdsOfUsers"},
		{"ID", "id", "id", "id", "Id"},
		{"sha256Sum", "sha256_sum", "sha256Sum", "sha256-sum", "Sha256Sum"},
		{"Base64", "base64", "base64", "base64", "Base64"},
		{"A", "a", "a", "a", "A"},
		{"ÉtatCivil", "état_civil", "étatCivil", "état-civil", "ÉtatCivil"},
		{"__x__", "x", "x", "x", "X"},
		{"", "", "", "", ""},
		{"---", "---", "---", "---", "---"},
	}
	for _, tt := range tests {
		for format, want := range map[schema.NameFormat]string{
			schema.Identity: tt.in, schema.SnakeCase: tt.snake, schema.CamelCase: tt.camel,
			schema.KebabCase: tt.kebab, schema.PascalCase: tt.pascal,
		} {
			if got := format.Apply(tt.in); got != want {
				t.Errorf("%s of %q: got %q, want %q", format, tt.in, got, want)
			}
		}
	}
}

// FuzzNameFormat states: a name in a format stays as it is when the format is
// applied again.
func FuzzNameFormat(f *testing.F) {
	for _, name := range []string{"HTTPServer", "userIDs", "a_b-c", "x2Y"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, format := range []schema.NameFormat{schema.SnakeCase, schema.KebabCase} {
			once := format.Apply(name)
			if twice := format.Apply(once); twice != once {
				t.Errorf("%s: %q became %q, then %q", format, name, once, twice)
			}
		}
	})
}
