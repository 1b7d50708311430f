package hyper

import (
	"fmt"
	"strings"
)

// DataText returns an attribute (data-text) that makes the element's text the value of
// an expression.
func DataText(expression any) Attr { return attribute("data-text", expression) }

// DataShow returns an attribute (data-show) that shows the element while an expression
// is true.
func DataShow(expression any) Attr { return attribute("data-show", expression) }

// DataEffect returns an attribute (data-effect) whose expressions run at once and
// whenever a signal changes that they read.
func DataEffect(expressions ...any) Attr { return attribute("data-effect", expressions...) }

// A KeyedAttr is an attribute with a key. Its method adds the only modifier it has.
type KeyedAttr struct{ Attr }

// Case says how the client turns the key into a name. The functions of this package do
// that by themselves where it is needed.
func (a KeyedAttr) Case(c Case) KeyedAttr { return KeyedAttr{a.with("case", string(c))} }

// DataAttr returns an attribute (data-attr) that sets another attribute of the element
// to the value of an expression: DataAttr("disabled", "$busy").
func DataAttr(name string, expression any) KeyedAttr {
	return KeyedAttr{keyed("data-attr", name, Kebab).set([]any{expression})}
}

// DataAttrs is [DataAttr] for an object of several attributes, which is an expression.
func DataAttrs(object any) Attr { return attribute("data-attr", object) }

// DataClass returns an attribute (data-class) that gives the element a class while an
// expression is true.
func DataClass(name string, expression any) KeyedAttr {
	return KeyedAttr{keyed("data-class", name, Kebab).set([]any{expression})}
}

// DataClasses is [DataClass] for an object of several classes, which is an expression.
func DataClasses(object any) Attr { return attribute("data-class", object) }

// DataStyle returns an attribute (data-style) that sets a property of the element's
// style to the value of an expression.
func DataStyle(property string, expression any) KeyedAttr {
	return KeyedAttr{keyed("data-style", property, Kebab).set([]any{expression})}
}

// DataStyles is [DataStyle] for an object of several properties, which is an
// expression.
func DataStyles(object any) Attr { return attribute("data-style", object) }

// DataComputed returns an attribute (data-computed) that declares a signal whose value
// is always that of an expression. Nothing else can set it.
func DataComputed(signal string, expression any) KeyedAttr {
	return KeyedAttr{keyed("data-computed", signal, Camel).set([]any{expression})}
}

// A SignalsAttr declares signals.
type SignalsAttr struct{ Attr }

// DataSignals returns an attribute (data-signals) that declares signals with their
// values: those of a struct or a map, or of an expression that is an object.
func DataSignals(values any) SignalsAttr {
	switch values.(type) {
	case string, sourced:
		return SignalsAttr{attribute("data-signals", values)}
	}
	a := object("data-signals", values)
	if a.err == nil && !strings.HasPrefix(a.Value, "{") {
		a.err = fmt.Errorf("data-signals: want an object, got %T", values)
	}
	return SignalsAttr{a}
}

// DataSignal returns an attribute (data-signals) that declares one signal with the value
// of an expression.
func DataSignal(name string, expression any) SignalsAttr {
	return SignalsAttr{keyed("data-signals", name, Camel).set([]any{expression})}
}

// Case says how the client turns the key into a name.
func (a SignalsAttr) Case(c Case) SignalsAttr { return SignalsAttr{a.with("case", string(c))} }

// IfMissing leaves signals alone that the page has already.
func (a SignalsAttr) IfMissing() SignalsAttr { return SignalsAttr{a.with("ifmissing")} }

// A BindAttr binds a signal to a form control.
type BindAttr struct{ Attr }

// DataBind returns an attribute (data-bind) that keeps a signal and the value of an
// input, select or textarea the same. A signal that the page has already wins over what
// stands in the control.
func DataBind(signal string) BindAttr { return BindAttr{named("data-bind", signal)} }

// Prop binds another property of the element than its value.
func (a BindAttr) Prop(name string) BindAttr { return BindAttr{a.tagged("prop", name)} }

// Event listens for other events than the usual ones.
func (a BindAttr) Event(names ...string) BindAttr { return BindAttr{a.tagged("event", names...)} }

// Case says how the client turns the name into that of the signal.
func (a BindAttr) Case(c Case) BindAttr { return BindAttr{a.with("case", string(c))} }

// tagged returns the attribute with a modifier whose tags are chosen by the caller.
func (a Attr) tagged(modifier string, tags ...string) Attr {
	for i, t := range tags {
		if (!isAttributeName(t) || strings.ContainsAny(t, ".:") || strings.Contains(t, "__")) && a.err == nil {
			a.err = fmt.Errorf("%s: %s %q cannot stand in the name of an attribute", a.Name, modifier, t)
		}
		tags[i] = kebab(t)
	}
	return a.with(modifier, tags...)
}

// named returns an attribute whose value is the name of a signal. In values, unlike in
// keys, names keep their case.
func named(name, signal string) Attr {
	a := Attr{Name: name, Value: strings.TrimPrefix(signal, "$")}
	if !isSignalName(a.Value) {
		a.err = fmt.Errorf("%s: %q is not the name of a signal", name, signal)
	}
	return a
}

// DataIndicator returns an attribute (data-indicator) that sets a signal to true while
// a request of the element is under way.
func DataIndicator(signal string) KeyedAttr { return KeyedAttr{named("data-indicator", signal)} }

// DataRef returns an attribute (data-ref) that makes the element the value of a signal.
// It is never sent to the server.
func DataRef(signal string) KeyedAttr { return KeyedAttr{named("data-ref", signal)} }

// A JSONSignalsAttr shows signals.
type JSONSignalsAttr struct{ Attr }

// DataJSONSignals returns an attribute (data-json-signals) that makes the element's text
// the JSON of all signals, or of those that a filter chooses, to look at them while the
// page is made.
func DataJSONSignals(filter ...SignalFilter) JSONSignalsAttr {
	if len(filter) == 0 {
		return JSONSignalsAttr{Attr{Name: "data-json-signals"}}
	}
	return JSONSignalsAttr{attribute("data-json-signals", filter[0])}
}

// Terse leaves the white space out.
func (a JSONSignalsAttr) Terse() JSONSignalsAttr { return JSONSignalsAttr{a.with("terse")} }

// DataIgnore returns an attribute (data-ignore) that keeps the client away from the
// element and everything in it.
func DataIgnore() Attr { return Attr{Name: "data-ignore"} }

// DataIgnoreSelf returns an attribute (data-ignore__self) that keeps the client away
// from the element itself, and not from what is in it.
func DataIgnoreSelf() Attr { return Attr{Name: "data-ignore__self"} }

// DataIgnoreMorph returns an attribute (data-ignore-morph) that keeps the element as it
// is when HTML is morphed over it.
func DataIgnoreMorph() Attr { return Attr{Name: "data-ignore-morph"} }

// DataPreserveAttr returns an attribute (data-preserve-attr) that names attributes which
// stay as they are when HTML is morphed over the element.
func DataPreserveAttr(names ...string) Attr {
	a := Attr{Name: "data-preserve-attr", Value: strings.Join(names, " ")}
	for _, n := range names {
		if !isAttributeName(n) {
			a.err = fmt.Errorf("data-preserve-attr: %q is not the name of an attribute", n)
		}
	}
	return a
}
