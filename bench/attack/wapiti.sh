#!/bin/sh
# Crawls the site as visitor, viewer and admin in parallel, and attacks what it finds: stored and reflected scripts,
# SQL, commands, files, redirects, headers, cookies. Exits with 1 if it reports a fault.
# Started by run.ts. Sign-out is excluded, because it would end the session.
set -eu
: "${FOLDER:?is set by run.ts}"
# The maximum duration of the scan. Each kind of attack takes at most a quarter of it.
SECONDS_AT_MOST=$((${WAPITI_MINUTES:-10} * 60))
MODULES=xss,permanentxss,sql,exec,file,redirect,crlf,cookieflags,http_headers,csp,methods,htaccess,shellshock,backup

# On Debian 12, wapiti's -x option fails with the packaged Python. Python's fnmatch replaces wapiti's wildcard parser.
run_wapiti() {
	/usr/bin/python3 -c '
import fnmatch, re
import wapitiCore.net.crawler as crawler
crawler.wildcard_translate = lambda pattern: re.compile(fnmatch.translate(pattern))
from wapitiCore.main.wapiti import wapiti_main
wapiti_main()
' "$@"
}

# $1: role; $2: cookie header.
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
	// The site runs on plain http, where the first two do not apply. Browsers no longer support the third.
	const isExpected = (line) => /Secure flag is not set|Strict-Transport-Security|X-XSS-Protection/.test(line);
	for (const role of ["visitor", "viewer", "admin"]) {
		const [report, log] = [`${process.argv[1]}/${role}.json`, `${process.argv[1]}/wapiti-${role}.log`];
		if (!existsSync(report)) {
			console.log(`${role}: wapiti failed, see ${log}`);
			process.exitCode = 1;
			continue;
		}
		const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8"));
		const all = [vulnerabilities, anomalies].flatMap((kinds) =>
			Object.entries(kinds).flatMap(([kind, list]) =>
				list.map((one) => `${kind}: ${one.method} ${one.path} ${one.parameter ?? ""} ${one.info}`)));
		const found = all.filter((line) => !isExpected(line));
		const [, addresses = "0"] = /found (\d+) URLs and forms/.exec(readFileSync(log, "utf8")) ?? [];
		console.log(`${role}: ${addresses} URLs and forms attacked, ${found.length} faults reported`);
		for (const line of found.slice(0, 40)) console.log(`  ${line}`);
		if (found.length > 0 || addresses === "0") process.exitCode = 1;
	}
' "$FOLDER"
