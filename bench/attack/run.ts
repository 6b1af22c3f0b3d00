/**
 * `npm run bench -- attack:sqlmap` (or wapiti) starts a site with content on every page, collects its forms and URLs, runs
 * the tool with the script beside this file, and reports the state of the site afterwards. Needs `apt-get install sqlmap
 * wapiti`. The short form lets sqlmap attack one request.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filled, type Role } from "../../tests/support/data/fuzzed-forms";
import { startSiteWithContent } from "../../tests/support/data/site-with-content";
import { type Discovery, discover } from "../../tests/support/discovery";
import { builtRoutes, routeFinder } from "../../tests/support/site/built-routes";
import { watch } from "../../tests/support/site/watched-site";
import { sized } from "../lib/measure";

const tool = process.argv[2] ?? "";
if (!["sqlmap", "wapiti"].includes(tool) || spawnSync("which", [tool]).status !== 0) {
	console.error("Which tool: sqlmap or wapiti? It must be installed.");
	process.exit(1);
}

const MAX_REQUESTS = sized(Number.POSITIVE_INFINITY, 1);
const folder = mkdtempSync(join(tmpdir(), `plateia-${tool}-`));
mkdirSync(join(folder, "requests"));
const contentSite = await startSiteWithContent();
const { site, cookies } = contentSite;
const watched = watch(site);

const routeOf = routeFinder(builtRoutes());

/** The input of sqlmap's option `-r`: one raw request. */
const requestText = (method: string, path: string, cookie: string, body = "") =>
	[
		`${method} ${path} HTTP/1.1`,
		`Host: ${new URL(site.origin).host}`,
		`Cookie: ${cookie}`,
		"Sec-Fetch-Site: same-origin",
		"Accept: text/html",
		...(body ? ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`] : []),
		"",
		body,
	].join("\r\n");

/** Excludes sign-out, which would end the session of the other requests. */
const isExcluded = (path: string) => path === "/logout";

function writeRequests(role: Role, { forms, pages }: Discovery, requests: Set<string>) {
	const write = (key: string, text: string) => {
		if (requests.has(key) || requests.size === MAX_REQUESTS) return;
		requests.add(key);
		const number = String(requests.size).padStart(3, "0");
		writeFileSync(join(folder, "requests", `${number}-${role}.txt`), text);
	};
	for (const path of pages) {
		const { pathname, searchParams } = new URL(path, site.origin);
		// A star marks the part of a path that sqlmap varies.
		const marked = pathname.replace(/\/([0-9a-f-]{36}|example-[\w-]+)(?=\/|$)/, "/$1*");
		if (marked === pathname && searchParams.size === 0) continue;
		const key = `GET ${routeOf(pathname)} ${[...searchParams.keys()]}`;
		write(key, requestText("GET", path.replace(pathname, marked), cookies[role]));
	}
	for (const form of forms) {
		const body = new URLSearchParams(filled({ ...form, role }) as [string, string][]).toString();
		if (isExcluded(form.action) || body === "") continue;
		const [path = "", search] = form.action.split("?");
		if (form.method === "post") write(form.key, requestText("POST", form.action, cookies[role], body));
		else write(form.key, requestText("GET", `${path}?${search ? `${search}&` : ""}${body}`, cookies[role]));
	}
}

const requests = new Set<string>();
for (const role of sized(["visitor", "viewer", "admin"] as const, ["visitor"] as const)) {
	const found = await discover(site, cookies[role], routeOf, [
		"/",
		"/settings",
		"/analytics",
		"/user-points/import",
	]);
	writeRequests(role, found, requests);
}
console.log(`${requests.size} requests to attack; notes in ${folder}`);
watched.newEntries();
watched.newErrors();

const began = performance.now();
const script = fileURLToPath(new URL(`./${tool}.sh`, import.meta.url));
const attack = spawn("sh", [script], {
	stdio: "inherit",
	env: {
		...process.env,
		FOLDER: folder,
		ORIGIN: site.origin,
		VISITOR_COOKIE: cookies.visitor,
		VIEWER_COOKIE: cookies.viewer,
		ADMIN_COOKIE: cookies.admin,
	},
});
await once(attack, "exit");

const statuses = new Map<string, number>();
for (const [, status = ""] of site.logs().matchAll(/"event":"request".*?"status":(\d+)/g)) {
	statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
const errors = watched.newErrors();
const broken = await watched.broken();
const isHealthy = await fetch(`${site.origin}/healthz`).then(({ status }) => status);
console.log(`
${tool}: ended with ${attack.exitCode} after ${Math.round((performance.now() - began) / 1000)} s
requests by status: ${[...statuses]
	.sort()
	.map(([status, count]) => `${count} x ${status}`)
	.join(", ")}
ledger entries:     ${watched.newEntries().length}
errors in the log:  ${errors.length}${errors
	.slice(0, 5)
	.map((line) => `\n  ${line.slice(0, 500)}`)
	.join("")}
broken invariants:  ${broken.length}
/healthz:           ${isHealthy}`);
watched.close();
await contentSite.close();
const hasFailed = [...statuses.keys()].some((status) => status >= "500");
process.exitCode =
	hasFailed || errors.length > 0 || broken.length > 0 || isHealthy !== 200 ? 1 : (attack.exitCode ?? 1);
