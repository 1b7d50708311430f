package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Socket activation: systemd opens the sockets of a service, and starts it with
// them when somebody connects, or hands them to the next process while the last
// one still finishes its work. They are the descriptors from 3 on. LISTEN_FDS
// says how many there are, LISTEN_PID whom they are for, and LISTEN_FDNAMES how
// they are called (FileDescriptorName= in the socket unit).

// firstInherited is the first descriptor that systemd passes.
const firstInherited = 3

// listenSystemd returns the socket with a name, or the first one if the name is
// empty.
func listenSystemd(name string) (net.Listener, error) {
	fd, err := inheritedSocket(name, os.Getenv, os.Getpid())
	if err != nil {
		return nil, fmt.Errorf("server: listen on systemd:%s: %w", name, err)
	}
	l, err := listenDescriptor(fd)
	if err != nil {
		return nil, fmt.Errorf("server: listen on systemd:%s: descriptor %d: %w", name, fd, err)
	}
	return l, nil
}

// inheritedSocket finds the descriptor of a socket in the environment.
func inheritedSocket(name string, env func(string) string, pid int) (fd int, err error) {
	n, err := strconv.Atoi(env("LISTEN_FDS"))
	switch {
	case env("LISTEN_FDS") == "":
		return 0, errors.New("the process was not started with sockets (LISTEN_FDS is not set)")
	case err != nil || n < 1 || n > 1<<10:
		return 0, fmt.Errorf("LISTEN_FDS: want a number of sockets, got %q", env("LISTEN_FDS"))
	case env("LISTEN_PID") != strconv.Itoa(pid):
		return 0, fmt.Errorf("the sockets are for process %s, and this is %d (LISTEN_PID)", env("LISTEN_PID"), pid)
	case name == "":
		return firstInherited, nil
	}
	names := strings.Split(env("LISTEN_FDNAMES"), ":")
	i := slices.Index(names, name)
	if i < 0 || i >= n {
		return 0, fmt.Errorf("there is no socket of that name; LISTEN_FDNAMES is %q", env("LISTEN_FDNAMES"))
	}
	return firstInherited + i, nil
}

// listenDescriptor makes a listener of a copy of the descriptor. The original
// stays open, so that another server may take it later.
func listenDescriptor(fd int) (net.Listener, error) {
	own, err := copyDescriptor(fd)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(own), "systemd")
	defer f.Close() // FileListener has a copy of its own
	return net.FileListener(f)
}

// notifySystemd tells systemd about the service (sd_notify), if it wants to know:
// READY=1 or STOPPING=1. The address is that of a datagram socket; an @ stands
// for an abstract one.
func notifySystemd(address, state string) error {
	if address == "" {
		return nil
	}
	if address[0] != '/' && address[0] != '@' {
		return fmt.Errorf("server: NOTIFY_SOCKET: want the path of a Unix socket, got %q", address)
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: address, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("server: NOTIFY_SOCKET: %w", err)
	}
	defer c.Close()
	_, err = c.Write([]byte(state))
	return err
}

// notify tells systemd, and reports if that does not work.
func (s *Server) notify(state string) {
	if err := notifySystemd(os.Getenv("NOTIFY_SOCKET"), state); err != nil {
		s.logger().Warn("weft: telling systemd", "state", state, "error", err)
	}
}
