#!/usr/bin/env bash
# Follows docs/hosting.md like a first-time host: creates an empty Debian, boots it with its own systemd, and runs the
# sh blocks of the page in it. At the end it prints the page that the site serves to a browser.
#
#   tests/hosting/stranger.sh [FOLDER]     as root; needs debootstrap, systemd-container, git; 3 GB of disk
#
# Tests the committed state, on the ports 80, 443 and 3000 of this machine. The only differences from the page are a
# self-signed certificate in place of Let's Encrypt's and, on a closed network:
#   MIRROR          the Debian mirror (http://deb.debian.org/debian)
#   EXTRA_CA        a folder of *.crt files that the machine also trusts
#   WITHOUT_GITHUB  if set, the SQLite driver of Node 20 is compiled with Node's headers from Debian
set -euo pipefail

folder=${1:-$(mktemp -d -t plateia-stranger-XXXXXX)}
root=$folder/root
repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
mirror=${MIRROR:-http://deb.debian.org/debian}
site=plateia.test
page=$repository/docs/hosting.md

heading() { printf '\n=== %s ===\n' "$*"; }

for port in 80 443 3000; do
	if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		echo "port $port of this machine is taken" >&2
		exit 1
	fi
done

# Prints the commands between ```sh and ``` in their order. "upgrade" selects only the block with that name.
blocks() {
	awk -v wanted="$1" '
		/^```sh/ { name = $2 == "" ? "install" : $2; inside = name == wanted; next }
		/^```$/ { if (inside) print "outside"; inside = 0; next }
		inside { print }
	' "$page"
}

heading "An empty Debian with systemd and dbus, which every server has"
mkdir -p "$folder"
debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus trixie "$root" "$mirror" >"$folder/debootstrap.log"
git clone --quiet --bare "$repository" "$root/srv/plateia.git"
chmod -R a+rX "$root/srv"
# The clone replaces the repository's URL. Its owner is unknown inside the container.
printf '[safe]\n\tdirectory = /srv/plateia.git\n' >"$root/etc/gitconfig"
rm -f "$root/etc/resolv.conf"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
printf '127.0.0.1 localhost %s\n' "$site" >"$root/etc/hosts"

# Replaces Let's Encrypt: requests the challenge, then issues a self-signed certificate.
install -d "$root/usr/local/bin" "$root/usr/local/share/ca-certificates"
cat >"$root/usr/local/bin/certbot" <<'END'
#!/bin/sh
set -e
while [ $# -gt 0 ]; do
	case $1 in -d) name=$2 ;; -w) webroot=$2 ;; --deploy-hook) hook=$2 ;; esac
	shift
done
challenge=.well-known/acme-challenge/stranger
install -d "$webroot/.well-known/acme-challenge"
echo "challenge of $name" >"$webroot/$challenge"
curl -fsS "http://$name/$challenge"
folder=/etc/letsencrypt/live/$name
install -d "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$name" \
	-addext "subjectAltName=DNS:$name" -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
cp "$folder/fullchain.pem" /usr/local/share/ca-certificates/stranger.crt
update-ca-certificates >/dev/null
# Like certbot at a renewal, which happens after nginx is configured for the name.
if [ -e /etc/nginx/sites-enabled/plateia ]; then sh -c "$hook"; fi
END
chmod 755 "$root/usr/local/bin/certbot"

if [ -n "${EXTRA_CA:-}" ]; then
	cp "$EXTRA_CA"/*.crt "$root/usr/local/share/ca-certificates/"
	echo "cafile=/etc/ssl/certs/ca-certificates.crt" >>"$root/etc/skel/.npmrc"
fi

{
	cat <<END
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
block=0
# Settings that the page leaves to the host. Runs after each block.
outside() {
	block=\$((block + 1))
	echo "--- block \$block of the page is complete, \$SECONDS s"
	case \$block in
		1) export SITE=$site SOURCE=file:///srv/plateia.git ;;
		2) ${WITHOUT_GITHUB:+apt-get install -y --no-install-recommends build-essential libnode-dev python3 >/dev/null;} : ;;
	esac
}
END
	blocks install
	cat <<'END'
echo "--- renewal of the certificate behind the site's nginx"
certbot certonly -w /var/www/html -d "$SITE" --deploy-hook "systemctl reload nginx"
echo "--- states"
systemctl is-active plateia nginx plateia-audit.timer
systemd-analyze security plateia | tail -1
ls -la /var/lib/plateia
echo "--- user of the process"
ps -o user=,args= -C node
echo "--- the audit, as a command and as a unit"
plateia audit | tail -1
systemctl start plateia-audit.service
journalctl -u plateia-audit -o cat --no-pager | tail -5
echo "--- upgrade"
END
	blocks upgrade
	cat <<'END'
echo "--- the scheduled backup, and a manual one"
backup_made() { journalctl -u plateia -o cat --no-pager | grep -E '"event":"backup-(made|failed)"'; }
for _ in $(seq 90); do
	if backup_made; then break; fi
	sleep 2
done
plateia backup
echo "--- the restart after a kill"
systemctl kill --signal=KILL plateia
sleep 3
curl -fsS --retry 20 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/healthz
echo
systemctl show plateia -p NRestarts -p ActiveState
echo "--- the responses to a browser"
curl -sS --http2 -o /dev/null -w "HTTP/%{http_version} %{http_code}\n" "https://$SITE/"
curl -sSI "https://$SITE/" | tr -d '\r' | grep -iE '^(strict|content-security|x-frame|server)'
curl -sS -o /dev/null -w "http: %{http_code} to %{redirect_url}\n" "http://$SITE/store"
curl -sS -o /dev/null -w "sign-in leads to %{redirect_url}\n" "https://$SITE/login" || true
echo "--- the served page"
curl -fsS -H "Cookie: age-verified=true; language=en" "https://$SITE/" > /root/page.html
head -c 700 /root/page.html
echo
echo "--- done, $SECONDS s"
END
} >"$root/root/commands.sh"

cat >"$root/etc/systemd/system/stranger.service" <<'END'
[Unit]
Description=Runs the commands of docs/hosting.md
After=network.target

[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=HOME=/root
WorkingDirectory=/root
ExecStart=/bin/bash /root/commands.sh
ExecStopPost=/bin/sh -c 'echo "$EXIT_STATUS" > /root/status; journalctl -u plateia -u nginx -o cat --no-pager > /root/journal; systemctl poweroff --no-block'
StandardOutput=file:/root/output
StandardError=inherit

[Install]
WantedBy=multi-user.target
END
install -d "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../stranger.service "$root/etc/systemd/system/multi-user.target.wants/stranger.service"

heading "The page's commands, in the booted Debian"
touch "$root/root/output"
tail -n +1 -f "$root/root/output" &
follower=$!
# On a machine with cgroup v1, mounts cgroup v2 for the container only.
boot='
	if [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
		mount --make-rprivate /
		umount -R /sys/fs/cgroup
		mount -t cgroup2 cgroup2 /sys/fs/cgroup
	fi
	SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec systemd-nspawn -q -D "$1" --register=no --keep-unit --private-users=no -b
'
unshare -m -C bash -c "$boot" boot "$root" </dev/null >"$folder/boot.log" 2>&1 || true
sleep 1
kill "$follower"

status=$(cat "$root/root/status" 2>/dev/null || echo "unknown: it did not finish")
heading "ended with $status; $folder is kept for inspection"
[ "$status" = 0 ]
