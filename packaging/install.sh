#!/bin/sh
# Installs Plateia as a service on Debian 12 and 13 and Ubuntu 22.04 and 24.04, upgrades and removes it. Run as root from
# the folder of an unpacked release. docs/hosting.md describes it, and install.sh --help lists the options.
set -eu
umask 022

program=/opt/plateia
data=/var/lib/plateia
settings=/etc/plateia.env
units=/etc/systemd/system
cli=/usr/local/bin/plateia
trial=/run/systemd/system/plateia.service.d
# A mirror has the same folders and files.
node_mirror=${NODE_MIRROR:-https://nodejs.org/dist}
needed_mb=1024
recommended_mb=700
start_seconds=120

here=$(cd "$(dirname "$0")" && pwd -P)
domain='' proxy='' port='' given='' certificate=yes asks=yes starts=yes action=install

say() { printf '%s\n' "$*"; }
die() {
	say "install.sh: $*" >&2
	exit 1
}

usage() {
	cat <<END
usage: install.sh [OPTION...]

Installs this release and asks for what no option says. If Plateia is installed, upgrades it without questions, and
changes only the settings and the proxy that options name.

  --domain NAME      domain name of the site, which leads to this machine
  --proxy PROXY      nginx, caddy, or none if another program passes requests on to the site
  --no-certificate   the proxy serves http only, because another one in front of it has the certificate
  --port NUMBER      port of the site on 127.0.0.1 (3000)
  --settings FILE    lines for $settings, such as those of docs/sign-in.md
  --yes              asks nothing
  --no-start         does not start the service
  --uninstall        removes service, program and proxy configuration; the data stay
END
}

read_options() {
	while [ $# -gt 0 ]; do
		case $1 in
			--domain | --proxy | --port | --settings)
				[ $# -gt 1 ] || die "$1 needs a value"
				name=${1#--}
				[ "$name" != settings ] || name=given
				eval "$name=\$2"
				shift
				;;
			--no-certificate) certificate=no ;;
			--yes) asks=no ;;
			--no-start) starts=no ;;
			--uninstall) action=uninstall ;;
			-h | --help) usage && exit ;;
			*) usage >&2 && exit 2 ;;
		esac
		shift
	done
}

# The reply to a question, or the given one.
ask() {
	printf '%s [%s]: ' "$1" "$2" >&2
	IFS= read -r reply || die "There is no answer. --yes asks nothing."
	say "${reply:-$2}"
}

# Without a service manager, as in a chroot, everything else is installed.
has_systemd() { [ -d /run/systemd/system ]; }
service() { if has_systemd; then systemctl "$@"; fi; }
can_start() { has_systemd && [ $starts = yes ]; }

apt_update='apt-get -q update'
packages() {
	missing=''
	for name; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q ' installed$' || missing="$missing $name"; done
	[ -n "$missing" ] || return 0
	say "Installing the packages$missing …"
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of names
	if ! { $apt_update && DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing; } >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		die "These packages cannot be installed:$missing"
	fi
	rm "$log"
	apt_update=:
}

listens() { awk -v port="$(printf ':%04X$' "$1")" '$4 == "0A" && $2 ~ port { found = 1 } END { exit !found }' /proc/net/tcp*; }

setting() { sed -n "s/^$1=//p" "$settings" 2>/dev/null | tail -n 1; }
set_setting() {
	sed -i "/^$1=/d" "$settings"
	say "$1=$2" >>"$settings"
}
default_setting() { [ -n "$(setting "$1")" ] || set_setting "$1" "$2"; }

check_system() {
	[ "$(id -u)" = 0 ] || die "Run this as root: sudo $0"
	[ -e "$here/commands/plateia.js" ] || die "Run this from the folder of an unpacked release."
	# shellcheck source=/dev/null
	. /etc/os-release
	case $ID-${VERSION_ID-} in
		debian-12 | debian-13 | ubuntu-22.04 | ubuntu-24.04) ;;
		*) die "This is for Debian 12 and 13 and Ubuntu 22.04 and 24.04, not for $PRETTY_NAME. docs/hosting.md has the steps by hand." ;;
	esac
	cpu=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
	if ! grep -q "\"$cpu\"" "$here/package.json" || ! grep -q '"glibc"' "$here/package.json"; then
		die "This release is for another system. The archive for this one ends with -linux-$cpu.tar.gz."
	fi
	free=$(df -Pk /opt /var/lib | awk 'NR > 1 && (!min || $4 < min) { min = $4 } END { print int(min / 1024) }')
	[ "$free" -ge $needed_mb ] || die "In /opt or /var/lib are $free MB of disk free; $needed_mb MB are needed."
	memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
	[ "$memory" -ge $recommended_mb ] || say "Note: this machine has $memory MB of memory; 1 GB is recommended."
}

check_values() {
	domain=$(say "$domain" | tr '[:upper:]' '[:lower:]' | sed 's,^https*://,,; s,/*$,,; s/^none$//')
	say "$domain" | grep -qxE '([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)?' || die "\"$domain\" is not a domain name."
	case $proxy in
		nginx | caddy) [ -n "$domain" ] || die "$proxy needs a domain name: --domain NAME" ;;
		none | '') ;;
		*) die "The proxy is nginx, caddy or none, not \"$proxy\"." ;;
	esac
	case $port in *[!0-9]* | ??????*) die "\"$port\" is not a port." ;; esac
	[ -z "$given" ] || [ -r "$given" ] || die "$given cannot be read."
}

# At most three questions at the first installation.
ask_questions() {
	known=$(setting APP_ORIGIN | sed 's,^https*://,,')
	if [ -e "$program/current" ]; then
		[ -z "$proxy" ] || domain=${domain:-$known}
		check_values
		return
	fi
	[ -n "$domain" ] || [ $asks = no ] || domain=$(ask "Domain name of the site, or none" "${known:-none}")
	domain=${domain:-$known}
	check_values
	[ -n "$domain" ] || proxy=none
	[ -n "$proxy" ] || [ $asks = no ] || proxy=$(ask "Proxy with the certificate: nginx, caddy or none" nginx)
	proxy=${proxy:-nginx}
	check_values
	[ $asks = no ] || case $(ask "Install Plateia $version for ${domain:-this machine only}, proxy: $proxy?" yes) in
		[yY]*) ;;
		*) die "Nothing was installed." ;;
	esac
}

check_ports() {
	if ! has_systemd || systemctl is-active --quiet plateia; then return; fi
	if listens "${port:-3000}"; then die "Port ${port:-3000} is taken by another program. --port NUMBER chooses another."; fi
	case $proxy in nginx | caddy) ;; *) return ;; esac
	for public in 80 443; do
		if listens $public && ! systemctl is-active --quiet "$proxy"; then
			die "Port $public is taken by another program than $proxy. End it, or use it as the proxy with --proxy none."
		fi
	done
}

# Debian 13 has Node 20 and the other systems have older ones. Node therefore comes from nodejs.org: the project's own
# build, the same on all systems, beside the release and rolled back with it. No package source is added, and no program of
# the system is replaced. Every run of install.sh gets the newest version of the line.
add_node() {
	if PATH=/usr/local/bin:/usr/bin:/bin "$1/bin/plateia" --version >/dev/null 2>&1; then return; fi
	packages ca-certificates curl xz-utils
	work=$(mktemp -d)
	curl -fsSL --retry 2 "$node_mirror/latest-v24.x/SHASUMS256.txt" -o "$work/sums" || die "Node.js 22.14 or later is needed, and $node_mirror cannot be reached."
	archive=$(sed -n "s/^.*  \(node-v[0-9.]*-linux-$cpu\.tar\.xz\)$/\1/p" "$work/sums")
	say "Downloading $archive from $node_mirror …"
	curl -fsSL --retry 2 "$node_mirror/latest-v24.x/$archive" -o "$work/$archive" || die "$archive cannot be downloaded."
	(cd "$work" && grep "  $archive\$" sums | sha256sum --check --status) || die "$archive is not what SHASUMS256.txt says."
	mkdir "$1/node"
	tar -xJf "$work/$archive" -C "$1/node" --no-same-owner --strip-components=1 --wildcards '*/bin/node' '*/LICENSE'
	rm -r "$work"
	PATH=$1/node/bin:/usr/bin:/bin "$1/bin/plateia" --version >/dev/null || die "Node.js does not run here."
}

# Copies the release beside those that are there. Only root can change it.
copy_release() {
	release=$version
	count=1
	while [ -e "$program/releases/$release" ]; do
		count=$((count + 1))
		release=$version.$count
	done
	say "Copying Plateia $version to $program/releases/$release …"
	half=$program/releases/.half
	mkdir -p "$program/releases"
	rm -rf "$half"
	cp -R "$here" "$half"
	rm -rf "$half/node" "$half/.env"
	ln -s "$settings" "$half/.env"
	add_node "$half"
	mv "$half" "$program/releases/$release"
}

# The site's user owns the data and can read the settings. Root owns everything else.
write_settings() {
	id plateia >/dev/null 2>&1 || useradd --system --home-dir "$data" --shell /usr/sbin/nologin plateia
	install -d -m 700 -o plateia -g plateia "$data"
	[ -e "$settings" ] || install -m 640 -g plateia /dev/null "$settings"
	cp -p "$settings" "$settings.before"
	if [ ! -e "$program/current" ]; then
		default_setting HOST 127.0.0.1
		default_setting DATABASE_URL "file:$data/plateia.sqlite"
		default_setting IMAGE_FOLDER "$data/images"
		default_setting BACKUP_FOLDER "$data/backups"
	fi
	[ -z "$domain" ] || set_setting APP_ORIGIN "https://$domain"
	[ -z "$domain" ] || default_setting TRUSTED_PROXY_HOPS "$(if [ $certificate = no ]; then say 2; else say 1; fi)"
	[ -z "$port" ] || set_setting PORT "$port"
	[ -z "$given" ] || sed -n 's/^\([A-Z_]*\)=.*/\1/p' "$given" | while read -r name; do
		set_setting "$name" "$(sed -n "s/^$name=//p" "$given" | tail -n 1)"
	done
	port=$(setting PORT)
	port=${port:-3000}
}

# Makes a release the current one, with its own service files.
switch_to() {
	ln -sfn "releases/$1" "$program/current.new"
	mv -T "$program/current.new" "$program/current"
	install -m 644 "$program/current/docs/hosting"/*.service "$program/current/docs/hosting"/*.timer "$units"
	install -m 755 "$program/current/docs/hosting/plateia" "$cli"
	service daemon-reload
}

run_node() { env PATH="$program/current/node/bin:/usr/local/bin:/usr/bin:/bin" node "$@"; }

# Starts the site and waits until it answers on a port that it works. Fails if it ends before that.
start_site() {
	# Starts by hand also count for the limit of the service.
	systemctl reset-failed plateia 2>/dev/null || :
	since=$(date '+%F %T')
	systemctl restart plateia || return 1
	left=$start_seconds
	while [ "$left" -gt 0 ]; do
		if run_node -e "fetch('http://127.0.0.1:$1/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; then return; fi
		case $(systemctl show -p NRestarts -p ActiveState plateia | tr '\n' ' ') in *=failed* | *=inactive* | *NRestarts=[1-9]*) break ;; esac
		sleep 1
		left=$((left - 1))
	done
	journalctl -u plateia -o cat --no-pager --since "$since" -n 15 >&2
	return 1
}

first_start() {
	switch_to "$release"
	service enable --quiet plateia.service plateia-audit.timer
	if ! can_start; then return; fi
	systemctl start plateia-audit.timer
	start_site "$port" || die "The site does not work yet. Correct $settings, then: systemctl restart plateia"
}

# The new version first runs on a port that the proxy does not know: nothing that viewers do reaches a version that may
# have to be rolled back.
upgrade() {
	old=$(basename "$(readlink "$program/current")")
	database=$(setting DATABASE_URL | sed 's,^file:,,')
	kept=$data/.before-upgrade
	if ! can_start; then
		switch_to "$release"
		return
	fi
	if [ -e "$database" ]; then "$cli" backup || die "Nothing was changed, because no backup could be made."; fi
	say "Starting Plateia $version …"
	trap 'exit 130' INT TERM HUP
	trap roll_back EXIT
	systemctl stop plateia
	# No process has the database open: a copy is exact, and quicker than a backup.
	rm -rf "$kept"
	install -d -m 700 "$kept"
	for ending in '' -wal; do [ ! -e "$database$ending" ] || cp -a "$database$ending" "$kept/database$ending"; done
	switch_to "$release"
	trial_port=$(run_node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
	mkdir -p "$trial"
	printf '[Service]\nEnvironment=PORT=%s\nRestart=no\n' "$trial_port" >"$trial/trial.conf"
	systemctl daemon-reload
	start_site "$trial_port" || exit 1
	rm "$trial/trial.conf"
	systemctl daemon-reload
	start_site "$port" || exit 1
	trap - EXIT INT TERM HUP
	rm -rf "$kept" "$settings.before"
	for folder in "$program/releases"/*; do
		case ${folder##*/} in "$release" | "$old") ;; *) rm -rf "$folder" ;; esac
	done
}

roll_back() {
	trap - EXIT INT TERM HUP
	set +e
	say "Plateia $version does not work here. Going back to $old …" >&2
	systemctl stop plateia
	rm -f "$trial/trial.conf"
	mv "$settings.before" "$settings"
	switch_to "$old"
	if ! start_site "$port"; then
		say "The new version has changed the database. Putting it back as it was …" >&2
		systemctl stop plateia
		for ending in '' -wal -shm; do
			[ ! -e "$database$ending" ] || mv "$database$ending" "$database.failed-$release$ending"
			[ ! -e "$kept/database$ending" ] || mv "$kept/database$ending" "$database$ending"
		done
		start_site "$port" || die "$old does not start either. $database is as it was before the upgrade."
	fi
	rm -rf "$kept" "$program/releases/$release"
	die "Plateia $version was not installed. $old runs with all its data."
}

# The documented configuration for this site; "http" without a certificate, where the proxy in front says whether a request
# came by https. Beside other sites it has no server for unknown names, because they may have one.
nginx_configuration() {
	filter=''
	# shellcheck disable=SC2016 # variables of nginx
	[ "$1" != http ] || filter='/^# Redirects/,/^}/d; /^\tssl_/d; /443 ssl default_server/d; s/443 ssl http2/80/; s/\$scheme/$http_x_forwarded_proto/;'
	[ -z "$(find /etc/nginx/sites-enabled -mindepth 1 ! -name plateia)" ] || filter="$filter /^# Closes/,/^}/d;"
	# Ubuntu 22.04 has nginx 1.18, which cannot reject the handshake.
	case $(nginx -v 2>&1) in */1.18.*) filter="$filter /443 ssl default_server/d; /ssl_reject_handshake/d;" ;; esac
	[ -e /proc/net/if_inet6 ] || filter="$filter /listen \[::\]/d;"
	sed "$filter s/example\.com/$domain/g; s/127\.0\.0\.1:3000/127.0.0.1:$port/" "$program/current/docs/hosting/nginx.conf"
}

write_nginx() {
	nginx_configuration "$1" >/etc/nginx/sites-available/plateia
	ln -sf ../sites-available/plateia /etc/nginx/sites-enabled/plateia
	if ! nginx -t 2>"$work"; then
		cat "$work" >&2
		rm /etc/nginx/sites-enabled/plateia
		die "nginx does not accept /etc/nginx/sites-available/plateia together with its other files. The site itself runs."
	fi
	service enable --quiet nginx
	service reload-or-restart nginx
}

set_up_nginx() {
	packages nginx
	work=$(mktemp)
	if [ "$(readlink -f /etc/nginx/sites-enabled/default)" = /etc/nginx/sites-available/default ]; then rm /etc/nginx/sites-enabled/default; fi
	# Each open tab holds a connection; Debian's 768 are few.
	grep -q worker_rlimit_nofile /etc/nginx/nginx.conf ||
		sed -i 's/worker_connections 768;/worker_connections 16384;/; s/^worker_processes.*/&\nworker_rlimit_nofile 32768;/' /etc/nginx/nginx.conf
	if [ $certificate = no ]; then
		write_nginx http
		return
	fi
	if [ ! -e "/etc/letsencrypt/live/$domain/fullchain.pem" ]; then
		packages certbot
		write_nginx http
		say "Getting the certificate of $domain …"
		if ! certbot certonly --non-interactive --agree-tos --register-unsafely-without-email --webroot -w /var/www/html -d "$domain" --deploy-hook 'systemctl reload nginx' >"$work" 2>&1; then
			cat "$work" >&2
			die "There is no certificate yet. $domain must lead to this machine, and port 80 be open. Then run $program/current/install.sh --domain $domain --proxy nginx"
		fi
	fi
	write_nginx https
}

set_up_caddy() {
	packages caddy
	site=$domain
	filter=''
	if [ $certificate = no ]; then
		site=http://$domain
		# The site itself counts the proxies.
		filter='s,flush_interval -1,&\n\t\ttrusted_proxies 0.0.0.0/0 ::/0,;'
	fi
	sed "$filter s,{\$SITE:example\.com},$site,; s,{\$UPSTREAM:127\.0\.0\.1:3000},127.0.0.1:$port," "$program/current/docs/hosting/Caddyfile" >/etc/caddy/plateia.caddy
	grep -qx 'import plateia.caddy' /etc/caddy/Caddyfile || printf '\nimport plateia.caddy\n' >>/etc/caddy/Caddyfile
	caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile >/dev/null 2>&1 || die "Caddy does not accept /etc/caddy/Caddyfile. The site itself runs."
	service enable --quiet caddy
	service reload-or-restart caddy
}

report() {
	say "Plateia $version is installed."
	if ! can_start; then
		say "It was not started. With systemd: systemctl start plateia. Without: plateia start"
		return
	fi
	origin=$(setting APP_ORIGIN)
	say "Address:  ${origin:-http://localhost:$port, from your computer by: ssh -L $port:127.0.0.1:$port root@THIS-MACHINE}"
	say "Settings: $settings   Data: $data   Log: journalctl -u plateia   Commands: plateia --help"
	link=$(journalctl -u plateia -o cat --no-pager --since "$since" | grep -o 'https\?://[^" ]*/setup[^" ]*' | tail -n 1)
	[ -z "$link" ] || say "Set up:   $link"
}

uninstall() {
	service disable --quiet --now plateia.service plateia-audit.timer 2>/dev/null || :
	rm -f "$units"/plateia.service "$units"/plateia-audit.service "$units"/plateia-audit.timer "$cli"
	service daemon-reload
	if [ -e /etc/nginx/sites-available/plateia ]; then
		rm -f /etc/nginx/sites-enabled/plateia /etc/nginx/sites-available/plateia
		service reload nginx || :
	fi
	if [ -e /etc/caddy/plateia.caddy ]; then
		sed -i '/^import plateia\.caddy$/d' /etc/caddy/Caddyfile
		rm /etc/caddy/plateia.caddy
		service reload caddy || :
	fi
	rm -rf "$program"
	say "Plateia was removed. Its data stay in $data, its settings in $settings; packages and certificates stay too."
	say "To delete the data: rm -r $data $settings; userdel plateia"
}

main() {
	read_options "$@"
	check_system
	if [ $action = uninstall ]; then
		uninstall
		return
	fi
	version=$(sed -n 's/^\t"version": "\(.*\)",$/\1/p' "$here/package.json")
	ask_questions
	check_ports
	copy_release
	write_settings
	if [ -e "$program/current" ]; then upgrade; else first_start; fi
	case $proxy in nginx) set_up_nginx ;; caddy) set_up_caddy ;; esac
	report
}

main "$@"
