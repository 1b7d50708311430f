package server

import (
	"strings"
	"time"

	"github.com/weft-go/weft/schema"
)

// socketSettings are those of WebSockets.
func socketSettings() []setting {
	return []setting{
		key("websocket.subprotocols", text("names separated by commas"), "",
			"The application protocols the server speaks, in order of preference.",
			func(d *draft, _ int) *string { return &d.config.WebSocket.Subprotocols }),
		key("websocket.handshake-timeout", duration(), "10s", "Bounds the opening handshake.",
			func(d *draft, _ int) *time.Duration { return &d.config.WebSocket.HandshakeTimeout }),
		key("websocket.force-close-timeout", durationOrNever(), "none",
			"How long to wait for the other side's close frame before the connection is cut.",
			func(d *draft, _ int) *time.Duration { return &d.config.WebSocket.ForceCloseTimeout }),
		key("websocket.handle-close-frames", off(), "true",
			"Handles close frames. With false the application gets them.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.PassCloseFrames }),
		key("websocket.send-close-frame", integer[uint16](1000, 4999), "1000",
			"The code that is sent when the application is done (RFC 6455, section 7.4).",
			func(d *draft, _ int) *uint16 { return &d.config.WebSocket.CloseStatus }),
		key("websocket.drop-pong-frames", off(), "true", "Drops pong frames. With false the application gets them.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.PassPongFrames }),
		key("websocket.decoder.max-frame-payload-length", size(1, 0), "65536", "The largest payload of a frame.",
			func(d *draft, _ int) *int { return &d.config.WebSocket.Decoder.MaxFramePayloadLength }),
		key("websocket.decoder.expect-masked-frames", off(), "true",
			"Expects clients to mask their frames, as RFC 6455 demands.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.Decoder.AcceptUnmaskedFrames }),
		key("websocket.decoder.allow-mask-mismatch", on(), "false", "Accepts frames whose masking is not as expected.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.Decoder.AllowMaskMismatch }),
		key("websocket.decoder.allow-extensions", on(), "false", "Accepts frames with extension bits, and compression.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.Decoder.AllowExtensions }),
		key("websocket.decoder.close-on-protocol-violation", off(), "true",
			"Closes the connection when the other side breaks the protocol.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.Decoder.KeepOnProtocolViolation }),
		key("websocket.decoder.with-utf8-validator", off(), "true", "Checks that text is UTF-8.",
			func(d *draft, _ int) *bool { return &d.config.WebSocket.Decoder.NoUTF8Validator }),
	}
}

// codecSettings say how values map to formats.
func codecSettings() []setting {
	return []setting{
		key("codec.reject-extra-fields", on(), "false", "Refuses input with fields that the Go type does not have.",
			func(d *draft, _ int) *bool { return &d.config.Codec.RejectExtraFields }),
		key("codec.explicit-empty-collections.encoding", off(), "true", "Writes empty lists and maps. With false they are left out.",
			func(d *draft, _ int) *bool { return &d.config.Codec.OmitEmptyCollections }),
		key("codec.explicit-empty-collections.decoding", on(), "false",
			"Reads a required list or map that is missing as an empty one. Otherwise that is a fault.",
			func(d *draft, _ int) *bool { return &d.config.Codec.MissingCollectionsAsEmpty }),
		key("codec.explicit-nulls.encoding", off(), "true", "Writes null. With false such fields are left out.",
			func(d *draft, _ int) *bool { return &d.config.Codec.OmitNulls }),
		key("codec.explicit-nulls.decoding", on(), "false",
			"Reads a required nullable field that is missing as null. Otherwise that is a fault.",
			func(d *draft, _ int) *bool { return &d.config.Codec.MissingAsNull }),
		key("codec.discriminator", discriminator(), "class-name",
			"How the case of a sum is told: by a wrapper object with its name, by a field, or not at all.",
			func(d *draft, _ int) *schema.Discriminator { return &d.config.Codec.Discriminator }),
		key("codec.field-name-format", oneOf(
			choice[schema.NameFormat]{"identity", schema.Identity},
			choice[schema.NameFormat]{"snake-case", schema.SnakeCase},
			choice[schema.NameFormat]{"camel-case", schema.CamelCase},
			choice[schema.NameFormat]{"kebab-case", schema.KebabCase},
			choice[schema.NameFormat]{"pascal-case", schema.PascalCase},
		), "identity", "Changes field names on their way to the wire.",
			func(d *draft, _ int) *schema.NameFormat { return &d.config.Codec.FieldNameFormat }),
		key("codec.treat-streams-as-arrays", on(), "false",
			"Writes a stream of values as one JSON array. Otherwise each value is a line of its own.",
			func(d *draft, _ int) *bool { return &d.config.Codec.TreatStreamsAsArrays }),
	}
}

// discriminator is how the case of a sum is told. Names of cases are as declared.
func discriminator() kind[schema.Discriminator] {
	return kind[schema.Discriminator]{
		want: "class-name, none, or field:NAME",
		parse: func(s string) (schema.Discriminator, error) {
			field, named := strings.CutPrefix(s, "field:")
			switch {
			case strings.EqualFold(s, "class-name"):
				return schema.Discriminator{}, nil
			case strings.EqualFold(s, "none"):
				return schema.NoDiscriminator(), nil
			case named && field != "":
				return schema.FieldName(field, schema.Identity), nil
			}
			return schema.Discriminator{}, errUnfit
		},
		write: func(d schema.Discriminator) string {
			switch {
			case d.None():
				return "none"
			case d.Field() != "":
				return "field:" + d.Field()
			}
			return "class-name"
		},
	}
}
