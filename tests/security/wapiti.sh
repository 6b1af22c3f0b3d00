#!/bin/sh
# Walks through the site as visitor, viewer and admin, all at once, and attacks what it finds: scripts that stay
# or come back, SQL, commands, files, redirects, headers, cookies. Ends with 1 if it reports a fault.
# Started by attack.ts. The sign-out, which would end the session, is spared.
set -eu
: "${FOLDER:?is set by attack.ts}"
# The walk takes at most so long, and each kind of attack a quarter of it.
SECONDS_AT_MOST=$((${WAPITI_MINUTES:-10} * 60))
MODULES=xss,permanentxss,sql,exec,file,redirect,crlf,cookieflags,http_headers,csp,methods,htaccess,shellshock,backup

# The wapiti of Debian 12 cannot read its own -x under that Debian's Python; Python's own reader of stars can.
run_wapiti() {
	/usr/bin/python3 -c '
import fnmatch, re
import wapitiCore.net.crawler as crawler
crawler.wildcard_translate = lambda pattern: re.compile(fnmatch.translate(pattern))
from wapitiCore.main.wapiti import wapiti_main
wapiti_main()
' "$@"
}

# $1: who; $2: the cookie header.
attack() {
	run_wapiti -u "$ORIGIN/" --scope domain --flush-session --no-bugreport -m "$MODULES" \
		-x "$ORIGIN/logout" -H "Cookie: $2" -H "Sec-Fetch-Site: same-origin" \
		--max-scan-time "$SECONDS_AT_MOST" --max-attack-time $((SECONDS_AT_MOST / 4)) \
		--max-links-per-page 200 --max-files-per-dir 40 --max-parameters 20 \
		--store-session "$FOLDER/session-$1" -f json -o "$FOLDER/$1.json" >"$FOLDER/wapiti-$1.log" 2>&1 </dev/null
}

attack visitor "$VISITOR_COOKIE" &
attack viewer "$VIEWER_COOKIE" &
attack admin "$ADMIN_COOKIE" &
wait

node -e '
	const { existsSync, readFileSync } = require("node:fs");
	// The site under attack is at plain http, where the first two cannot be; no browser knows the third any more.
	const isNone = (line) => /Secure flag is not set|Strict-Transport-Security|X-XSS-Protection/.test(line);
	for (const who of ["visitor", "viewer", "admin"]) {
		const [report, log] = [`${process.argv[1]}/${who}.json`, `${process.argv[1]}/wapiti-${who}.log`];
		if (!existsSync(report)) {
			console.log(`${who}: wapiti itself failed, see ${log}`);
			process.exitCode = 1;
			continue;
		}
		const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8"));
		const all = [vulnerabilities, anomalies].flatMap((kinds) =>
			Object.entries(kinds).flatMap(([kind, list]) =>
				list.map((one) => `${kind}: ${one.method} ${one.path} ${one.parameter ?? ""} ${one.info}`)));
		const found = all.filter((line) => !isNone(line));
		const [, addresses = "0"] = /found (\d+) URLs and forms/.exec(readFileSync(log, "utf8")) ?? [];
		console.log(`${who}: ${addresses} addresses and forms attacked, ${found.length} faults reported`);
		for (const line of found.slice(0, 40)) console.log(`  ${line}`);
		if (found.length > 0 || addresses === "0") process.exitCode = 1;
	}
' "$FOLDER"
