//go:build !unix

package server

import "errors"

func listenAgain(uintptr, int) error { return errors.New("this system cannot change it") }
