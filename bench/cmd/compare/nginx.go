package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/weft-go/weft/bench/payload"
)

// nginxConfig follows nginx's own advice for speed: no access log, connections
// kept for ever, several accepted at once, a listening socket per worker, the
// regular expression compiled, sendfile and a cache of open files. nginx answers from its configuration: it does
// not read the posted body, it repeats its announced length.
const nginxConfig = `
daemon off;
worker_processes {{.Workers}};
error_log {{.Dir}}/error.log crit;
pid {{.Dir}}/nginx.pid;
pcre_jit on;

events {
	use epoll;
	worker_connections 16384;
	multi_accept on;
}

http {
	access_log off;
	sendfile on;
	sendfile_max_chunk 512k;
	tcp_nopush on;
	open_file_cache max=1000 inactive=20s;
	keepalive_requests 1000000000;
	keepalive_timeout 600s;
	client_body_temp_path {{.Dir}}/body;
	proxy_temp_path {{.Dir}}/proxy;
	fastcgi_temp_path {{.Dir}}/fastcgi;
	uwsgi_temp_path {{.Dir}}/uwsgi;
	scgi_temp_path {{.Dir}}/scgi;

	server {
		listen 127.0.0.1:{{.Port}} reuseport backlog=4096{{if .Cert}} ssl http2{{end}};
		{{- if .Cert}}
		ssl_certificate {{.Cert}};
		ssl_certificate_key {{.Key}};
		ssl_protocols TLSv1.2 TLSv1.3;
		{{- end}}
		default_type '{{.Text}}';

		location = / {
			return 200 '{{.Hello}}';
		}
		location = /json {
			default_type {{.ApplicationJSON}};
			return 200 '{{.JSON}}';
		}
		location = /echo {
			return 200 '$content_length';
		}
		location ~ ^/users/(?<user>[^/]+)/posts$ {
			return 200 'user $user limit $arg_limit offset $arg_offset';
		}
		location /files/ {
			alias {{.Files}}/;
			default_type application/octet-stream;
		}
		location / {
			return 404;
		}
	}
}
`

// nginxServer finds nginx, or installs it when asked to.
func nginxServer(ctx context.Context, shop *workshop) (launcher, error) {
	return prepareNginx(ctx, shop, "", "")
}

// nginxTLSServer is nginx with the comparison's certificate.
func nginxTLSServer(ctx context.Context, shop *workshop) (launcher, error) {
	return prepareNginx(ctx, shop, shop.certFile(), shop.keyFile())
}

func prepareNginx(ctx context.Context, shop *workshop, cert, key string) (launcher, error) {
	bin, err := findNginx(ctx, shop)
	if err != nil {
		return nil, err
	}
	config := template.Must(template.New("nginx.conf").Parse(nginxConfig))
	return func(port int) ([]string, error) {
		dir := filepath.Join(shop.tmp, "nginx-"+strconv.Itoa(port))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		file, err := os.Create(filepath.Join(dir, "nginx.conf"))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		err = config.Execute(file, map[string]any{
			"Workers": shop.threads, "Dir": dir, "Port": port,
			"Text": payload.Text, "ApplicationJSON": payload.ApplicationJSON,
			"Hello": payload.Hello, "JSON": string(payload.JSON()), "Files": shop.filesDir(),
			"Cert": cert, "Key": key,
		})
		return []string{bin, "-p", dir, "-e", filepath.Join(dir, "error.log"), "-c", file.Name()}, err
	}, nil
}

func findNginx(ctx context.Context, shop *workshop) (string, error) {
	// Distributions keep it where only root's PATH leads.
	search := func() (string, error) {
		if bin, err := exec.LookPath("nginx"); err == nil {
			return bin, nil
		}
		return exec.LookPath("/usr/sbin/nginx")
	}
	bin, err := search()
	if err == nil {
		return bin, nil
	}
	if !shop.install {
		return "", errors.New("not installed: apt-get install nginx-light, or give -install")
	}
	if _, err := shop.command(ctx, "apt-get", "install", "-y", "--no-install-recommends", "nginx-light"); err != nil {
		return "", err
	}
	return search()
}

// nginxVersion returns for example "1.22.1".
func nginxVersion(ctx context.Context, shop *workshop) (string, error) {
	bin, err := findNginx(ctx, shop)
	if err != nil {
		return "", err
	}
	out, err := shop.command(ctx, bin, "-v")
	if err != nil {
		return "", err
	}
	_, version, found := strings.Cut(out, "nginx/")
	if !found {
		return "", fmt.Errorf("nginx -v: want a version, got %q", out)
	}
	return version, nil
}
