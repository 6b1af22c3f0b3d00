/**
 * `npx tsx tests/security/attack.ts sqlmap` (or wapiti): starts a site of its own with something on every
 * page, finds its forms and addresses, has the tool of that name attack them by the script beside this file,
 * and says what became of the site. Needs a build, and `apt-get install sqlmap wapiti`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filled, type Who } from "../support/data/fuzzed-forms";
import { startFurnishedSite } from "../support/data/site-with-content";
import { type Discovery, discover } from "../support/discovery";
import { builtRoutes, routeFinder } from "../support/site/built-routes";
import { watch } from "../support/site/watched-site";

const tool = process.argv[2] ?? "";
if (!["sqlmap", "wapiti"].includes(tool) || spawnSync("which", [tool]).status !== 0) {
	console.error("Which tool: sqlmap or wapiti? It has to be installed.");
	process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), `plateia-${tool}-`));
mkdirSync(join(folder, "requests"));
const furnished = await startFurnishedSite();
const { site, cookies } = furnished;
const watched = watch(site);

const routeOf = routeFinder(builtRoutes());

/** What sqlmap reads with `-r`: one request, as it goes over the wire. */
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

/** Sign-out ends the session that the others need. */
const isSpared = (path: string) => path === "/logout";

function writeRequests(who: Who, { forms, pages }: Discovery, written: Set<string>) {
	const write = (key: string, text: string) => {
		if (written.has(key)) return;
		written.add(key);
		const number = String(written.size).padStart(3, "0");
		writeFileSync(join(folder, "requests", `${number}-${who}.txt`), text);
	};
	for (const path of pages) {
		const { pathname, searchParams } = new URL(path, site.origin);
		// A star says where an address itself is to be changed.
		const marked = pathname.replace(/\/([0-9a-f-]{36}|example-[\w-]+)(?=\/|$)/, "/$1*");
		if (marked === pathname && searchParams.size === 0) continue;
		const key = `GET ${routeOf(pathname)} ${[...searchParams.keys()]}`;
		write(key, requestText("GET", path.replace(pathname, marked), cookies[who]));
	}
	for (const form of forms) {
		const body = new URLSearchParams(filled({ ...form, who }) as [string, string][]).toString();
		if (isSpared(form.action) || body === "") continue;
		const [path = "", search] = form.action.split("?");
		if (form.method === "post") write(form.key, requestText("POST", form.action, cookies[who], body));
		else write(form.key, requestText("GET", `${path}?${search ? `${search}&` : ""}${body}`, cookies[who]));
	}
}

const written = new Set<string>();
for (const who of ["visitor", "viewer", "admin"] as const) {
	const found = await discover(site, cookies[who], routeOf, [
		"/",
		"/settings",
		"/analytics",
		"/user-points/import",
	]);
	writeRequests(who, found, written);
}
console.log(`${written.size} requests are to be attacked; notes in ${folder}`);
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
const answers = await fetch(`${site.origin}/healthz`).then(({ status }) => status);
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
/healthz:           ${answers}`);
watched.close();
await furnished.close();
const hasFailed = [...statuses.keys()].some((status) => status >= "500");
process.exitCode =
	hasFailed || errors.length > 0 || broken.length > 0 || answers !== 200 ? 1 : (attack.exitCode ?? 1);
