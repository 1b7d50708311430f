package cache_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/weft-go/weft/format/internal/cache"
)

func TestGetMakesOnce(t *testing.T) {
	var c cache.Cache[string, *int]
	made := 0
	get := func(key string) *int {
		v, err := c.Get(key, func() (*int, error) { made++; return new(made), nil })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := get("a"), get("b")
	if a == b || get("a") != a || get("b") != b || made != 2 {
		t.Errorf("made %d values for two keys", made)
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	var c cache.Cache[string, int]
	refused := errors.New("refused")
	if _, err := c.Get("a", func() (int, error) { return 0, refused }); err != refused {
		t.Errorf("got error %v", err)
	}
	if v, err := c.Get("a", func() (int, error) { return 1, nil }); v != 1 || err != nil {
		t.Errorf("got %d, %v, want 1", v, err)
	}
}

func TestAllGetTheSame(t *testing.T) {
	var c cache.Cache[int, *int]
	var all [16]*int
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() { all[i], _ = c.Get(1, func() (*int, error) { return new(i), nil }) })
	}
	wait.Wait()
	for _, v := range all {
		if v == nil || v != all[0] {
			t.Fatalf("got %v and %v", v, all[0])
		}
	}
}

func TestTypesAreFoundWithoutAllocation(t *testing.T) {
	var c cache.Cache[reflect.Type, *int]
	key := reflect.TypeFor[string]()
	get := func() { c.Get(key, func() (*int, error) { return new(int), nil }) }
	get()
	if n := testing.AllocsPerRun(100, get); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
