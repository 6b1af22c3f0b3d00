#!/bin/sh
# Walks through the site as visitor, viewer and admin, and attacks what it finds: scripts that stay or come
# back, SQL, commands, files, redirects, headers, cookies. Ends with 1 if it reports a fault.
# Started by attack.ts. The sign-out, which would end the session, is spared.
set -eu
: "${FOLDER:?is set by attack.ts}"
MINUTES=${WAPITI_MINUTES:-10}
found=0
# The wapiti of Debian 12 cannot read its own -x under that Debian's Python; Python's own reader of stars can.
run_wapiti() {
	python3 -c '
import fnmatch, re
import wapitiCore.net.crawler as crawler
crawler.wildcard_translate = lambda pattern: re.compile(fnmatch.translate(pattern))
from wapitiCore.main.wapiti import wapiti_main
wapiti_main()
' "$@"
}
for who in visitor viewer admin; do
	case $who in
	visitor) cookie=$VISITOR_COOKIE ;;
	viewer) cookie=$VIEWER_COOKIE ;;
	admin) cookie=$ADMIN_COOKIE ;;
	esac
	run_wapiti -u "$ORIGIN/" --scope domain --flush-session --no-bugreport \
		-m "${WAPITI_MODULES:-xss,permanentxss,sql,exec,file,redirect,crlf,cookieflags,http_headers,csp,methods,htaccess,shellshock,backup}" \
		-x "$ORIGIN/logout" -H "Cookie: $cookie" -H "Sec-Fetch-Site: same-origin" \
		--max-scan-time $((MINUTES * 60)) --max-links-per-page 200 --max-files-per-dir 40 --max-parameters 20 \
		--store-session "$FOLDER/session-$who" -f json -o "$FOLDER/$who.json" >"$FOLDER/wapiti-$who.log" 2>&1 </dev/null ||
		echo "wapiti itself failed as $who: see $FOLDER/wapiti-$who.log"
	node -e '
		const { vulnerabilities, anomalies } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
		const all = [vulnerabilities, anomalies].flatMap((kinds) =>
			Object.entries(kinds).flatMap(([kind, list]) => list.map((one) => `${kind}: ${one.method} ${one.path} ${one.info}`)));
		console.log(`${process.argv[2]}: ${all.length} reported`);
		for (const line of all.slice(0, 40)) console.log(`  ${line}`);
		process.exit(all.length > 0 ? 1 : 0);
	' "$FOLDER/$who.json" "$who" || found=1
done
exit $found
