// Package memory reaches the fields of Go values whose type is known only at run
// time. All use of package unsafe by the formats is here.
//
// A format compiles the schema of a type into a plan, once, and runs the plan for
// every value. The plan works on the address of a value, a [Ref], and on the offsets
// of fields, which the schema took from reflect. A field is then one addition away
// and not four calls of reflection:
//
//	title := memory.As[string](book.At(titleOffset))
//
// # Why this is safe
//
// A Ref is always used as the type that reflection found at that place. It starts as
// the address of a Go variable, and moves only by the offsets of fields, to elements
// of arrays and of slices below their length, and through pointers. So it never leaves
// its object, which the compiler's checkptr mode verifies in tests with -race. Nothing
// is computed from input. What memory is read as has the layout of the real type: a
// defined string type is read as string, a slice of any type as a [Slice].
//
// A Ref holds a pointer and never an integer, but for an instant in [Hidden]. So the
// garbage collector sees it, it keeps its value alive, and it is adjusted when a stack
// moves. New memory comes from new, make and reflect with the type that will live
// there, so that the collector knows where its pointers are. Pointers are stored by
// assignments to variables of pointer type, which have their write barriers.
//
// Two functions ask something of the caller.
//
// [Hidden] keeps a variable on the stack although its address is handed to functions
// that the compiler cannot see through. That holds only because nobody keeps such an
// address, not even for a moment in an object on the heap, which would not follow when
// the stack moves. Plans do not store a Ref. A reflect.Value made from one stays in
// local variables and is not given to fmt. Methods of users' types might keep the
// address of their receiver. They are called on a copy ([Ref.Copy]), or the plan knows
// that there are such methods and uses [To] instead.
//
// [Text] and [View] share memory between a string and bytes. The bytes must not change
// while the string is in use: a view of the input is never part of a result.
package memory
