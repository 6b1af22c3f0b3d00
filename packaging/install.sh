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
# What was there before an upgrade, until viewers may use the new version. It outlasts a power failure.
before=$program/before-upgrade
trial=$units/plateia.service.d/trial.conf
# The proxy that is still to be set up.
chosen=$program/proxy
# A mirror has the same folders and files.
node_mirror=${NODE_MIRROR:-https://nodejs.org/dist}
needed_mb=1024
recommended_mb=700
start_seconds=120

here=$(cd "$(dirname "$0")" && pwd -P)
domain='' proxy='' port='' given='' backups='' certificate=yes asks=yes starts=yes backs_up=yes was_set_up=no action=install

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
  --proxy PROXY      nginx, caddy, or none if another program passes requests on to the site; the first two also set
                     TRUSTED_PROXY_HOPS
  --no-certificate   the proxy serves http only, because another one in front of it has the certificate
  --port NUMBER      port of the site on 127.0.0.1 (3000)
  --settings FILE    lines for $settings, such as those of docs/sign-in.md; lines without a value are left out
  --yes              asks nothing
  --no-start         does not start the service
  --without-backup   upgrades without a backup, for example of a database that violates an invariant
  --backups FOLDER   only changes where an installed site makes its backups, for example on another disk: in the folder
                     plateia in FOLDER, to which the service gets access
  --uninstall        removes service, program and proxy configuration; the data stay
END
}

read_options() {
	while [ $# -gt 0 ]; do
		case $1 in
			--domain | --proxy | --port | --settings | --backups)
				[ $# -gt 1 ] || die "$1 needs a value"
				name=${1#--}
				[ "$name" != backups ] || action=backups
				[ "$name" != settings ] || name=given
				eval "$name=\$2"
				shift
				;;
			--no-certificate) certificate=no ;;
			--yes) asks=no ;;
			--no-start) starts=no ;;
			--without-backup) backs_up=no ;;
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
	if ! { $apt_update && DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 install $missing; } >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		die "These packages cannot be installed:$missing"
	fi
	rm "$log"
	apt_update=:
}

# The users that listen on a port.
listeners() { awk -v port="$(printf ':%04X$' "$1")" '$4 == "0A" && $2 ~ port { print $8 }' /proc/net/tcp* | sort -u; }
is_taken() { case $(listeners "$1") in '' | "$(id -u plateia 2>/dev/null)") return 1 ;; esac; }

# A line with a setting, as Node reads it: spaces, "export", quotes and comments are no part of the value.
line() { say "^[[:space:]]*\(export[[:space:]]\{1,\}\)\{0,1\}$1[[:space:]]*=[[:space:]]*"; }
setting() {
	sed -n "s/$(line "$1")//p" "${2:-$settings}" 2>/dev/null | tail -n 1 |
		sed "s/^'\([^']*\)'.*/\1/; t; s/^\"\([^\"]*\)\".*/\1/; t; s/^\`\([^\`]*\)\`.*/\1/; t; s/[[:space:]]*\(#.*\)\{0,1\}$//"
}
set_setting() {
	sed -i -e "/$(line "$1")/d" -e "\$a\\" "$settings"
	say "$1=$2" >>"$settings"
}
default_setting() { [ -n "$(setting "$1")" ] || set_setting "$1" "$2"; }
site_port() { setting PORT | grep . || say 3000; }

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
}

check_machine() {
	free=$(df -Pk /opt /var/lib | awk 'NR > 1 && (!min || $4 < min) { min = $4 } END { print int(min / 1024) }')
	[ "$free" -ge $needed_mb ] || die "Only $free MB are free in /opt or /var/lib; $needed_mb MB are needed."
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
	if [ "$proxy-$ID-$VERSION_ID" = caddy-ubuntu-22.04 ] && ! command -v caddy >/dev/null; then
		die "Ubuntu 22.04 has no package of Caddy. Install Caddy from caddyserver.com first, or use nginx."
	fi
	case ${port:-3000} in *[!0-9]* | ??????*) die "\"$port\" is not a port." ;; esac
	[ "${port:-3000}" -ge 1024 ] || die "The site cannot use port $port, only those from 1024 on."
	[ -z "$given" ] || [ -r "$given" ] || die "$given cannot be read."
}

# At most three questions at the first installation.
ask_questions() {
	known=$(setting APP_ORIGIN | sed 's,^https*://,,')
	if [ -e "$program/current" ]; then
		# The last installation was cut short before its proxy.
		if [ -z "$proxy" ] && [ -e "$chosen" ]; then read -r proxy certificate <"$chosen"; fi
		[ -z "$proxy" ] || domain=${domain:-$known}
		check_values
		return
	fi
	[ -n "$domain" ] || [ $asks = no ] || domain=$(ask "Domain name of the site, or none" "${known:-none}")
	domain=${domain:-$known}
	check_values
	[ -n "$domain" ] || proxy=none
	[ -n "$proxy" ] || [ $asks = no ] || proxy=$(ask "Web server in front of the site, which gets the certificate: nginx, caddy or none" nginx)
	proxy=${proxy:-nginx}
	check_values
	[ $asks = no ] || case $(ask "Install Plateia $version for ${domain:-this machine only}, proxy: $proxy?" yes) in
		[yY]*) ;;
		*) die "Nothing was installed." ;;
	esac
}

check_ports() {
	has_systemd || return 0
	inside=${port:-$(site_port)}
	if is_taken "$inside"; then die "Port $inside is taken by another program. --port NUMBER chooses another."; fi
	case $proxy in nginx | caddy) ;; *) return ;; esac
	for public in 80 443; do
		if [ -n "$(listeners $public)" ] && ! systemctl is-active --quiet "$proxy"; then
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
	if [ ! -e "$program/current" ]; then
		default_setting HOST 127.0.0.1
		default_setting DATABASE_URL "file:$data/plateia.sqlite"
		default_setting IMAGE_FOLDER "$data/images"
		default_setting BACKUP_FOLDER "$data/backups"
	fi
	[ -z "$domain" ] || set_setting APP_ORIGIN "https://$domain"
	hops=$(if [ "$certificate" = no ]; then say 2; else say 1; fi)
	case $proxy in
		nginx | caddy) set_setting TRUSTED_PROXY_HOPS "$hops" ;;
		*) [ -z "$domain" ] || default_setting TRUSTED_PROXY_HOPS "$hops" ;;
	esac
	[ -z "$port" ] || set_setting PORT "$port"
	[ -z "$given" ] || sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' "$given" | while read -r name; do
		[ -z "$(setting "$name" "$given")" ] || set_setting "$name" "$(sed -n "s/^$name=//p" "$given" | tail -n 1)"
	done
	chown root:plateia "$settings"
	chmod 640 "$settings"
}

# Makes a release the current one, with its own service files.
switch_to() {
	ln -sfn "$1" "$program/current.new"
	mv -T "$program/current.new" "$program/current"
	install -m 644 "$program/current/docs/hosting"/*.service "$program/current/docs/hosting"/*.timer "$units"
	install -m 755 "$program/current/docs/hosting/plateia" "$cli"
	service daemon-reload
}

run_node() { env PATH="$program/current/node/bin:/usr/local/bin:/usr/bin:/bin" node "$@"; }

# "works" or "setup" if the site itself, and no other program, answers on a port that it is well.
# shellcheck disable=SC2016 # a template of JavaScript
health() {
	listeners "$1" | grep -qx "$(id -u plateia)" || return 0
	run_node -e '
		const [port, host] = process.argv.slice(1);
		const reached = ["", "0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
		fetch(`http://${reached}:${port}/healthz`, { signal: AbortSignal.timeout(5000) })
			.then(async (answer) => answer.ok && console.log((await answer.json()).status === "setup" ? "setup" : "works"))
			.catch(() => {});
	' "$1" "$(setting HOST)"
}

has_ended() { systemctl show -p NRestarts -p ActiveState plateia | grep -qE '=(failed|inactive)$|^NRestarts=[1-9]'; }

# Starts the site and waits until it works on a port, by default its own. Fails if it ends before that.
start_site() {
	# The service of an earlier release may limit its restarts, and manual starts count towards that limit.
	systemctl reset-failed plateia 2>/dev/null || :
	[ $# -gt 0 ] || systemctl start plateia-audit.timer
	since=$(date '+%F %T')
	systemctl restart plateia || return 1
	left=$start_seconds
	while [ "$left" -gt 0 ]; do
		case $(health "${1:-$(site_port)}")-$was_set_up in
			-*) ;;
			setup-yes)
				say "It lacks settings of the sign-in, which were there before." >&2
				return 1
				;;
			*) return ;;
		esac
		if has_ended; then break; fi
		sleep 1
		left=$((left - 1))
	done
	journalctl --sync 2>/dev/null || :
	journalctl -u plateia -o cat --no-pager --since "$since" -n 15 >&2
	return 1
}

first_start() {
	switch_to "releases/$release"
	service enable --quiet plateia.service plateia-audit.timer
	if ! can_start; then return; fi
	start_site || die "The site does not work yet. Correct $settings, then: systemctl restart plateia"
}

# The path of the database, and where its copy is during an upgrade. The settings may be in another file.
find_database() {
	case $(setting DATABASE_URL "$@") in
	postgres*) die "Nothing was changed: this program upgrades only sites with a SQLite file. Upgrade a site with PostgreSQL by hand; see docs/hosting.md." ;;
	esac
	database=$(setting DATABASE_URL "$@" | sed 's,^file:,,; s,^///,/,')
	database=$(cd "$program/current" && readlink -m "${database:-.data/plateia.sqlite}")
	kept=$(dirname "$database")/.before-upgrade
}

# All steps that can fail before the site is stopped.
prepare_upgrade() {
	if [ -e "$before" ]; then
		say "The last upgrade was cut off. Going back to the version before it …"
		go_back
		! can_start || start_site || say "It does not start." >&2
	fi
	if ! can_start; then return; fi
	find_database
	[ "$(health "$(site_port)")" != works ] || was_set_up=yes
	if [ ! -e "$database" ]; then
		! systemctl is-active --quiet plateia || die "The database of the running site is not at $database. Correct DATABASE_URL in $settings."
		return
	fi
	if [ $backs_up = yes ]; then
		[ -n "$(setting BACKUP_FOLDER)" ] || export BACKUP_FOLDER="$data/backups"
		"$cli" backup || die "Nothing was changed, because no backup could be made. --without-backup upgrades without one."
	fi
	needed=$(du -kc "$database" "$database-wal" 2>/dev/null | awk 'END { print int($1 / 1024) * 2 + 1 }')
	free=$(df -Pk "$(dirname "$database")" | awk 'END { print int($4 / 1024) }')
	[ "$free" -ge "$needed" ] || die "Nothing was changed: only $free MB are free beside $database, and an upgrade needs $needed MB for copies of it."
}

# Stops the site, and keeps all that has to be put back if the new version does not work. After a power failure the site
# starts on the port of the trial, so that viewers use no version before this is put back.
keep_before() {
	rm -rf "$kept" "$kept.half" "$before.half"
	install -d -m 700 "$before.half"
	cp -P "$program/current" "$before.half/current"
	cp -p "$settings" "$before.half/settings"
	mv -T "$before.half" "$before"
	trial_port=$(run_node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
	mkdir -p "${trial%/*}"
	printf '[Service]\nEnvironment=PORT=%s\nRestart=no\n' "$trial_port" >"$trial"
	systemctl daemon-reload
	systemctl stop plateia-audit.timer plateia-audit.service 2>/dev/null || :
	systemctl stop plateia
	[ -e "$database" ] || return 0
	# No process of the site has the database open: a copy is exact, and quicker than a backup.
	install -d -m 700 "$kept.half"
	cp -a "$database" "$kept.half/database"
	cp -a --attributes-only "$database" "$kept.half/database-wal"
	[ ! -e "$database-wal" ] || cp -a "$database-wal" "$kept.half/database-wal"
	sync
	mv -T "$kept.half" "$kept"
	sync
}

forget_before() {
	[ ! -e "$before" ] || mv -T "$before" "$before.half"
	rm -rf "$kept" "$before.half" "$trial"
	rmdir "${trial%/*}" 2>/dev/null || :
	service daemon-reload
}

# The copy of the database comes last: as long as it is there, this can be repeated.
put_database_back() {
	[ -e "$kept/database" ] || return 0
	if cmp -s "$database" "$kept/database" && [ ! -s "$database-wal" ] && [ ! -s "$kept/database-wal" ]; then return; fi
	failed=$database.failed-$(basename "$(readlink "$program/current")")
	say "The new version has changed the database. Putting it back as it was; the changed one is $failed …" >&2
	rm -f "$database-shm"
	if [ -e "$kept/database-wal" ]; then
		if [ -e "$database-wal" ]; then mv -f "$database-wal" "$failed-wal" || return; fi
		mv "$kept/database-wal" "$database-wal" || return
	fi
	[ -s "$database-wal" ] || rm -f "$database-wal"
	[ ! -e "$database" ] || ln -f "$database" "$failed"
	mv -f "$kept/database" "$database"
}

# Puts back what an upgrade has changed, as long as viewers have not used the new version.
go_back() {
	service stop plateia
	if [ -e "$before" ]; then
		find_database "$before/settings"
		rm -rf "$kept.half"
		put_database_back || die "$database cannot be put back; $kept has it as it was. Correct this, then run install.sh again."
		{ cp -p "$before/settings" "$settings.half" && mv "$settings.half" "$settings"; } ||
			die "$settings cannot be put back. Correct this, then run install.sh again."
		switch_to "$(readlink "$before/current")"
	fi
	forget_before
}

roll_back() {
	trap '' INT TERM HUP PIPE
	trap - EXIT
	set +e
	say "Plateia $version $reason. Going back to ${old##*/} …" >&2
	go_back
	start_site || die "${old##*/} does not start either. Its settings and its data are as they were."
	rm -rf "$program/releases/$release"
	die "Plateia $version was not installed. ${old##*/} runs with all its data."
}

# The new version first runs on a port that the proxy does not know. Until it works there, no viewer uses the site, and
# going back loses nothing.
upgrade() {
	if ! can_start; then
		write_settings
		switch_to "releases/$release"
		return
	fi
	say "Starting Plateia $version …"
	old=$(readlink -f "$program/current")
	reason='does not work here'
	trap 'reason="was interrupted"; exit 130' INT TERM HUP PIPE
	trap roll_back EXIT
	keep_before
	write_settings
	[ -z "$(listeners "$(site_port)")" ] || die "Port $(site_port) is taken by another program."
	switch_to "releases/$release"
	start_site "$trial_port" || exit 1
	# From here on viewers may use the new version, and there is no way back to the old database.
	trap '' INT TERM HUP PIPE
	trap - EXIT
	forget_before
	start_site || die "Plateia $version works on another port, but not on $(site_port). Correct $settings, then: systemctl restart plateia"
	trap - INT TERM HUP PIPE
	for folder in "$program/releases"/*; do
		case $(readlink -f "$folder") in "$(readlink -f "$program/current")" | "$old") ;; *) rm -rf "$folder" ;; esac
	done
}

# The documented configuration for this site; "http" without a certificate, where the proxy in front says whether a request
# came by https, and all viewers have its address, so that limits per address would be theirs together. Beside other sites it
# has no server for unknown names, because they may have one.
nginx_configuration() {
	filter=''
	# shellcheck disable=SC2016 # variables of nginx
	[ "$1" != http ] || filter='/^# Redirects/,/^}/d; /^\tssl_/d; /443 ssl default_server/d; s/443 ssl http2/80/; s/\$scheme/$http_x_forwarded_proto/;'
	[ "$certificate" = yes ] || filter="$filter /^# The key of the limits/,/^limit_conn_zone/d; /^\tlimit_/d; /^\t\tlimit_/d;"
	[ -z "$(find /etc/nginx/sites-enabled -mindepth 1 ! -name plateia)" ] || filter="$filter /^# Closes/,/^}/d;"
	# Ubuntu 22.04 has nginx 1.18, which cannot reject the handshake.
	case $(nginx -v 2>&1) in */1.18.*) filter="$filter /443 ssl default_server/d; /ssl_reject_handshake/d;" ;; esac
	[ -e /proc/net/if_inet6 ] || filter="$filter /listen \[::\]/d;"
	sed "$filter s/example\.com/$domain/g; s/127\.0\.0\.1:3000/127.0.0.1:$(site_port)/" "$program/current/docs/hosting/nginx.conf"
}

write_nginx() {
	file=/etc/nginx/sites-available/plateia
	[ ! -e $file ] || cp $file $file.before
	nginx_configuration "$1" >$file
	ln -sf ../sites-available/plateia /etc/nginx/sites-enabled/plateia
	if ! nginx -t 2>"$work"; then
		cat "$work" >&2
		if [ -e $file.before ]; then mv $file.before $file; else rm /etc/nginx/sites-enabled/plateia; fi
		die "nginx does not accept its files together with those of the site. The site itself runs."
	fi
	rm -f $file.before
	service enable --quiet nginx
	service reload-or-restart nginx
}

# The page of the package, unless it was edited.
is_unchanged() { dpkg-query -W -f '${Conffiles}\n' nginx-common | grep -qx " $1 $(md5sum "$1" | cut -d ' ' -f 1)"; }

set_up_nginx() {
	packages nginx
	work=$(mktemp)
	default=/etc/nginx/sites-available/default
	if [ "$(readlink -f /etc/nginx/sites-enabled/default)" = $default ] && is_unchanged $default; then rm /etc/nginx/sites-enabled/default; fi
	# Each open tab holds a connection; Debian's 768 are few.
	grep -q worker_rlimit_nofile /etc/nginx/nginx.conf ||
		sed -i 's/worker_connections 768;/worker_connections 16384;/; s/^worker_processes.*/&\nworker_rlimit_nofile 32768;/' /etc/nginx/nginx.conf
	if [ "$certificate" = no ]; then
		write_nginx http
		return
	fi
	if [ ! -e "/etc/letsencrypt/live/$domain/fullchain.pem" ]; then
		packages certbot
		write_nginx http
		say "Getting the certificate of $domain …"
		if ! certbot certonly --non-interactive --agree-tos --register-unsafely-without-email --webroot -w /var/www/html -d "$domain" --deploy-hook 'systemctl reload nginx' >"$work" 2>&1; then
			cat "$work" >&2
			die "There is no certificate yet. $domain must lead to this machine, and port 80 be open. Then run $program/current/install.sh, or with --proxy none if another program is to pass requests on."
		fi
	fi
	write_nginx https
}

remove_from_caddy() {
	sed -i '/^import plateia\.caddy$/d' /etc/caddy/Caddyfile
	rm /etc/caddy/plateia.caddy
}

set_up_caddy() {
	packages caddy
	file=/etc/caddy/plateia.caddy
	[ ! -e $file ] || cp $file $file.before
	site=$domain
	filter=''
	if [ "$certificate" = no ]; then
		site=http://$domain
		# The site itself counts the proxies.
		filter='s,flush_interval -1,&\n\t\ttrusted_proxies 0.0.0.0/0 ::/0,;'
	fi
	sed "$filter s,{\$SITE:example\.com},$site,; s,{\$UPSTREAM:127\.0\.0\.1:3000},127.0.0.1:$(site_port)," "$program/current/docs/hosting/Caddyfile" >$file
	grep -qx 'import plateia.caddy' /etc/caddy/Caddyfile || printf '\nimport plateia.caddy\n' >>/etc/caddy/Caddyfile
	if ! caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile >/dev/null 2>&1; then
		if [ -e $file.before ]; then mv $file.before $file; else remove_from_caddy; fi
		die "Caddy does not accept its files together with those of the site. The site itself runs."
	fi
	rm -f $file.before
	service enable --quiet caddy
	service reload-or-restart caddy
}

report() {
	say "Plateia $version is installed."
	if ! can_start; then
		say "It was not started. With systemd: systemctl start plateia. Without: plateia start"
		return
	fi
	origin=$(setting APP_ORIGIN) port=$(site_port)
	say "Address:  ${origin:-http://localhost:$port, from your computer by: ssh -L $port:127.0.0.1:$port root@THIS-MACHINE}"
	say "Settings: $settings   Data: $data   Log: journalctl -u plateia   Commands: plateia --help"
	if [ "$(health "$port")" = setup ]; then
		say "Set it up in a browser. If the link is too old, this prints a new one: plateia setup"
		"$cli" setup
	fi
}

# The service can write to /var/lib/plateia only, so that another folder needs a drop-in of its unit. The disk may be away
# at a start: the site then runs without making backups.
move_backups() {
	[ -e "$program/current" ] || die "Plateia is not installed yet."
	case $backups in
		/home/* | /root/* | /run/user/*) die "The service cannot see $backups. Use a folder such as /mnt/backups." ;;
		/*) ;;
		*) die "--backups needs a path that begins with /" ;;
	esac
	[ -d "$backups" ] || die "$backups does not exist. Mount the disk first."
	folder=${backups%/}/plateia
	install -d -m 700 -o plateia -g plateia "$folder"
	mkdir -p "$units/plateia.service.d"
	printf '[Service]\nReadWritePaths=-%s\n' "$folder" >"$units/plateia.service.d/backups.conf"
	set_setting BACKUP_FOLDER "$folder"
	service daemon-reload
	if can_start; then start_site || die "The site does not work. Correct $settings, then: systemctl restart plateia"; fi
	say "Backups are made in $folder. Earlier ones stay where they are."
}

uninstall() {
	[ ! -e "$before" ] || go_back
	service disable --quiet --now plateia.service plateia-audit.timer 2>/dev/null || :
	rm -f "$units"/plateia.service "$units"/plateia-audit.service "$units"/plateia-audit.timer "$cli"
	rm -f "$units"/plateia.service.d/backups.conf
	rmdir "$units"/plateia.service.d 2>/dev/null || :
	service daemon-reload
	if [ -e /etc/nginx/sites-available/plateia ]; then
		rm -f /etc/nginx/sites-enabled/plateia /etc/nginx/sites-available/plateia
		service try-reload-or-restart nginx || :
	fi
	if [ -e /etc/caddy/plateia.caddy ]; then
		remove_from_caddy
		service try-reload-or-restart caddy || :
	fi
	rm -rf "$program"
	say "Plateia was removed. Its data stay in $data, its settings in $settings; packages and certificates stay too."
	say "To delete the data: rm -r $data $settings; userdel plateia"
}

main() {
	read_options "$@"
	check_system
	case $action in
		uninstall) uninstall && return ;;
		backups) move_backups && return ;;
	esac
	version=$(sed -n 's/^\t"version": "\(.*\)",$/\1/p' "$here/package.json")
	check_machine
	ask_questions
	check_ports
	[ ! -e "$program/current" ] || prepare_upgrade
	copy_release
	case $proxy in
		nginx | caddy) say "$proxy $certificate" >"$chosen" ;;
		none) rm -f "$chosen" ;;
	esac
	if [ -e "$program/current" ]; then
		upgrade
	else
		write_settings
		first_start
	fi
	case $proxy in nginx) set_up_nginx ;; caddy) set_up_caddy ;; esac
	rm -f "$chosen"
	report
}

main "$@"
