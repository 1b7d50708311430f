package server

import "encoding/binary"

// Settings that RFC 9113, section 6.5.2, and its extensions define.
const (
	settingTableSize        = 0x1
	settingEnablePush       = 0x2
	settingWindow           = 0x4
	settingFrame            = 0x5
	settingConnect          = 0x8 // RFC 8441
	settingNoPriorities     = 0x9 // RFC 9218
	settingSize             = 6   // bytes that one takes
	maxSettings             = 100 // that net/http accepts in a frame
	firstUnknown        int = 0xffff
)

// mergeSettings makes every setting of a payload unique without changing what the
// payload means: a value that a later one replaces becomes the value of a setting that
// nobody knows, and which has to be ignored. The smallest of several sizes of the header
// table stays, since a peer has to be told that it was that small in between (RFC 7541,
// section 4.2), and may go on with less than it is granted.
//
// A payload that is wrong where it would be changed is left as it is, to be refused.
func mergeSettings(p []byte) {
	for i := 0; i < len(p); i += settingSize {
		id, value := settingOf(p[i:])
		if later := findSetting(p[i+settingSize:], id); later >= 0 && !validSetting(id, value) {
			return
		}
	}
	unknown := firstUnknown
	for i := 0; i < len(p); i += settingSize {
		id, value := settingOf(p[i:])
		later := findSetting(p[i+settingSize:], id)
		if later < 0 {
			continue
		}
		next := p[i+settingSize+later:]
		if _, v := settingOf(next); id == settingTableSize && value < v {
			binary.BigEndian.PutUint32(next[2:], value)
		}
		for findSetting(p, uint16(unknown)) >= 0 {
			unknown--
		}
		binary.BigEndian.PutUint16(p[i:], uint16(unknown))
	}
}

// settingOf returns the setting at the beginning of p.
func settingOf(p []byte) (id uint16, value uint32) {
	return binary.BigEndian.Uint16(p), binary.BigEndian.Uint32(p[2:])
}

// findSetting returns where in p a setting begins, or -1.
func findSetting(p []byte, id uint16) int {
	for i := 0; i < len(p); i += settingSize {
		if binary.BigEndian.Uint16(p[i:]) == id {
			return i
		}
	}
	return -1
}

// validSetting reports whether a setting may have a value.
func validSetting(id uint16, value uint32) bool {
	switch id {
	case settingEnablePush, settingConnect, settingNoPriorities:
		return value <= 1
	case settingWindow:
		return value <= 1<<31-1
	case settingFrame:
		return value >= 1<<14 && value <= 1<<24-1
	}
	return true
}
