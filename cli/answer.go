package cli

import (
	"encoding/json/jsontext"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"unicode/utf8"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// maxAnswer is how long an answer may be that is printed as indented JSON.
const maxAnswer = 64 << 20

// printOutput prints an answer that is a declared output.
func (k *call) printOutput(resp *weft.Response) error {
	if resp.Body().IsEmpty() {
		return nil
	}
	switch k.settings.output {
	case outputJSON, outputPretty, outputYAML, outputTable:
		return k.printPretty(resp)
	case outputRaw:
		return k.copy(k.out, resp)
	}
	return k.save(k.settings.output, resp)
}

// printPretty prints an answer for people: as JSON, YAML or a table, or as it is if it
// is none of the formats.
func (k *call) printPretty(resp *weft.Response) error {
	media := mediaOf(resp)
	format := formatOf(media)
	stream := k.isStream(resp.Status(), media)
	switch {
	case essence(media) == weft.MediaEventStream:
		return k.printEvents(resp)
	case stream && format == "json":
		return k.printValues(resp)
	case format != "" && format != "json":
		return k.printDecoded(resp, stream)
	case format == "json":
		return k.printJSON(resp)
	case isText(media):
		return k.printText(resp)
	case k.app.config.terminal(k.out):
		return &Exit{Code: Unexpected, Status: resp.Status(),
			Cause: fmt.Errorf("the answer is %s, which is not written to a terminal; use --output with the name of a file", media)}
	}
	return k.copy(k.out, resp)
}

// mediaOf returns the media type of an answer.
func mediaOf(resp *weft.Response) string {
	if m, ok := resp.Header("Content-Type"); ok {
		return m
	}
	return resp.Body().MediaType()
}

// isStream says whether an answer is a stream of values by its description.
func (k *call) isStream(s weft.Status, media string) bool {
	for _, o := range k.operation.d.Outputs {
		if o.Status != s && o.Status != 0 {
			continue
		}
		for _, p := range o.Tree.Parts() {
			if p.In == codec.InBody && p.Stream {
				return true
			}
		}
	}
	e := essence(media)
	return e == "application/x-ndjson" || e == "application/jsonl"
}

// copy writes the bytes of an answer as they come.
func (k *call) copy(w io.Writer, resp *weft.Response) error {
	body := resp.Body()
	if !k.app.config.terminal(w) {
		body = k.meter.receiving(body)
	}
	out := &remembering{w: w}
	_, err := body.WriteTo(out)
	return out.end(resp, err)
}

// save writes an answer to a file. The file has its name only when it is complete.
func (k *call) save(name string, resp *weft.Response) error {
	// Others may read the file if the user's umask allows it, which os.CreateTemp
	// does not look at.
	part, err := os.OpenFile(fmt.Sprintf("%s.%d.part", name, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return usage("--output: %w", err)
	}
	err = k.copy(part, resp)
	if closed := part.Close(); err == nil && closed != nil {
		err = &Exit{Code: Unexpected, Status: resp.Status(), Cause: closed}
	}
	if err == nil {
		if renamed := os.Rename(part.Name(), name); renamed != nil {
			err = usage("--output: %w", renamed)
		}
	}
	if err != nil {
		_ = os.Remove(part.Name()) // the error before it says more
	}
	return err
}

// printJSON prints a value.
func (k *call) printJSON(resp *weft.Response) error {
	data, err := k.read(resp)
	if err != nil {
		return err
	}
	return k.write(resp, k.render(data))
}

// render returns JSON in the form that --output says.
func (k *call) render(data []byte) []byte {
	switch k.settings.output {
	case outputYAML:
		data = yamlOf(data)
	case outputTable:
		data = tableOf(data)
	default:
		return indent(data) // which leaves control characters escaped
	}
	if k.app.config.terminal(k.out) {
		data = harmless(data)
	}
	return data
}

// renderLine returns a value of a stream in the form that --output says.
func (k *call) renderLine(v jsontext.Value) []byte {
	switch k.settings.output {
	case outputYAML:
		return append([]byte("---\n"), k.render(v)...)
	case outputTable:
		return tableLine(v)
	}
	line := v.Clone()
	if line.Compact() != nil {
		line = v
	}
	return append(line, '\n')
}

// printText prints text, which ends with the end of a line.
func (k *call) printText(resp *weft.Response) error {
	data, err := k.read(resp)
	if err != nil {
		return err
	}
	if k.app.config.terminal(k.out) {
		data = harmless(data)
	}
	if n := len(data); n > 0 && data[n-1] != '\n' {
		data = append(data[:n:n], '\n')
	}
	return k.write(resp, data)
}

// read returns the body of an answer that is held in memory.
func (k *call) read(resp *weft.Response) ([]byte, error) {
	r := k.meter.receiving(resp.Body()).AsStream()
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err != nil {
		return nil, noAnswer(err)
	}
	if len(data) > maxAnswer {
		return nil, &Exit{Code: Unexpected, Status: resp.Status(),
			Cause: fmt.Errorf("the answer is longer than %d bytes; use --output raw or the name of a file", maxAnswer)}
	}
	return data, nil
}

// write prints to standard output.
func (k *call) write(resp *weft.Response, data []byte) error {
	k.meter.end()
	if _, err := k.out.Write(data); err != nil {
		return &Exit{Code: Unexpected, Status: resp.Status(), Cause: err}
	}
	return nil
}

// indent returns JSON for people, on lines of its own. What is no JSON is returned as
// it is.
func indent(data []byte) []byte {
	v := jsontext.Value(data).Clone()
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		v = data
	}
	return append(v, '\n')
}

// harmless replaces control characters, which a server could do mischief with on a
// terminal, and what is no UTF-8.
func harmless(data []byte) []byte {
	out := make([]byte, 0, len(data))
	for _, r := range string(data) {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || 0x80 <= r && r < 0xa0 {
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// A remembering writer tells its own failures from those of whoever writes to it.
type remembering struct {
	w   io.Writer
	err error
}

// Write writes.
func (r *remembering) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	if err != nil {
		r.err = err
	}
	return n, err
}

// end returns the error of a command that wrote an answer.
func (r *remembering) end(resp *weft.Response, err error) error {
	switch {
	case err == nil:
		return nil
	case r.err != nil:
		return &Exit{Code: Unexpected, Status: resp.Status(), Cause: r.err}
	}
	return noAnswer(err)
}
