package cli

import (
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// printFailure prints an answer that is not an output to standard error: its status,
// and its body as JSON where it can be read as such. It returns what the command ends
// with.
func (k *call) printFailure(resp *weft.Response) error {
	exit := &Exit{Code: codeFor(resp.Status()), Status: resp.Status()}
	fmt.Fprintf(k.err, "%s: %s: %s\n", k.app.name, k.operation.title(), resp.Status())
	if resp.Body().IsEmpty() {
		return exit
	}
	data, err := k.read(resp)
	if err != nil {
		return err
	}
	media := mediaOf(resp)
	kept := resp.WithBody(weft.BodyBytes(data, media))
	if f := formatOf(media); f != "" && f != "json" {
		data, media = k.decodeFailure(&kept, data, media)
	}
	switch {
	case len(data) == 0:
	case formatOf(media) == "json":
		_, err = k.err.Write(indent(data))
	case isText(media):
		_, err = fmt.Fprintf(k.err, "%s\n", harmless(data))
	default:
		_, err = fmt.Fprintf(k.err, "(%d bytes of %s)\n", len(data), printable(media))
	}
	if err != nil {
		exit.Cause = err
	}
	return exit
}

// decodeFailure returns a failure in a binary format as JSON, if the description knows
// it, and otherwise what it was given.
func (k *call) decodeFailure(resp *weft.Response, data []byte, media string) ([]byte, string) {
	for _, c := range k.operation.failures {
		if codec.StatusOf(c.Tree()) != resp.Status() {
			continue
		}
		body, err := k.transcode(c, resp)
		if err != nil {
			continue
		}
		if b, err := body.Bytes(); err == nil {
			return b, weft.MediaJSON
		}
	}
	return data, media
}
