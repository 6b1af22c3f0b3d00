/** `npm run demo`: installs, builds and runs the site with example content and a sign-in provider. */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureInstalled, repositoryRoot } from "./install.mjs";

const STOP_WITHIN_MS = 4500;
const START_WITHIN_MS = 60_000;

/** @param {string} message @returns {never} */
function giveUp(message) {
	console.error(message);
	process.exit(1);
}

function portFrom(name, fallback) {
	const port = Number(process.env[name] ?? fallback);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		giveUp(`${name} is not a port: ${process.env[name]}`);
	return port;
}

/** Keeps a database from DATABASE_URL; otherwise creates a new one. */
function prepareDatabase() {
	const given = process.env.DATABASE_URL;
	if (given && !given.startsWith("file:")) giveUp(`DATABASE_URL has to be file:PATH, not ${given}`);
	const path = given
		? resolve(repositoryRoot, given.slice("file:".length))
		: join(repositoryRoot, ".data/demo.sqlite");
	mkdirSync(dirname(path), { recursive: true });
	if (!given) for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true });
	return { url: `file:${path}`, isNew: !statSync(path, { throwIfNoEntry: false })?.size };
}

function loadExampleContent(databaseUrl) {
	const { status } = spawnSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "demo/content/seed.ts"], {
		cwd: repositoryRoot,
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, DATABASE_URL: databaseUrl },
	});
	if (status !== 0) giveUp("The example content could not be loaded.");
}

/** Stored in a file, so that sessions survive a restart. */
function sessionSecret() {
	if (process.env.SESSION_SECRET) return process.env.SESSION_SECRET;
	const path = join(repositoryRoot, ".data/demo-secret");
	try {
		const kept = readFileSync(path, "utf8").trim();
		if (kept) return kept;
	} catch {
		// The file does not exist yet.
	}
	const secret = randomBytes(32).toString("hex");
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, secret, { mode: 0o600 });
	return secret;
}

function startSite(settings) {
	return spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
		cwd: repositoryRoot,
		stdio: ["ignore", "inherit", "inherit"],
		env: settings,
		// In a separate process group Ctrl-C reaches only the demo, which then stops the site in order.
		detached: true,
	});
}

async function answers(address) {
	try {
		return (await fetch(address, { signal: AbortSignal.timeout(2000) })).status === 200;
	} catch {
		return false;
	}
}

async function main() {
	ensureInstalled();
	// These modules need the installed packages.
	const { ensureBuilt } = await import("./build.mjs");
	const { startProvider } = await import("./provider.mjs");
	const { READY_MADE_NAMES, ROLES_CLAIM, USERNAME_CLAIM } = await import("./provider-accounts.mjs");

	const port = portFrom("PORT", 3000);
	const providerPort = portFrom("IDP_PORT", 4000);
	const origin = process.env.APP_ORIGIN ?? `http://localhost:${port}`;
	if (await answers(`http://localhost:${port}/healthz`))
		giveUp(`Port ${port} is taken: set PORT to another.`);
	if (!ensureBuilt()) giveUp("The build failed.");
	const database = prepareDatabase();
	if (database.isNew) loadExampleContent(database.url);

	const client = { clientId: "plateia-demo", clientSecret: randomBytes(24).toString("hex") };
	const provider = await startProvider({ port: providerPort, siteOrigin: origin, ...client }).catch((error) =>
		giveUp(
			error.code === "EADDRINUSE" ? `Port ${providerPort} is taken: set IDP_PORT to another.` : String(error),
		),
	);

	const site = startSite({
		OIDC_ROLES_CLAIM: ROLES_CLAIM,
		OIDC_USERNAME_CLAIM: USERNAME_CLAIM,
		OIDC_AUDIENCE: "https://api.plateia.example",
		OIDC_CONNECTION: "twitch",
		...process.env,
		NODE_ENV: "production",
		PORT: String(port),
		APP_ORIGIN: origin,
		DATABASE_URL: database.url,
		SESSION_SECRET: sessionSecret(),
		// The demo always uses its own provider.
		OIDC_ISSUER: provider.issuer,
		OIDC_CLIENT_ID: client.clientId,
		OIDC_CLIENT_SECRET: client.clientSecret,
		DEMO_PROVIDER: "true",
	});

	let stopping = false;
	site.once("exit", async (code, signal) => {
		await provider.close();
		if (stopping && signal !== "SIGKILL") process.exit(0);
		if (stopping) giveUp("The site did not stop in time and was ended.");
		giveUp(`The site stopped by itself (${signal ?? `exit code ${code}`}).`);
	});
	const stop = () => {
		if (stopping) return site.kill("SIGKILL");
		stopping = true;
		site.kill("SIGTERM");
		setTimeout(() => site.kill("SIGKILL"), STOP_WITHIN_MS).unref();
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
	// The site must not outlive the demo.
	process.on("exit", () => site.kill("SIGKILL"));

	const deadline = Date.now() + START_WITHIN_MS;
	while (!(await answers(`http://localhost:${port}/healthz`))) {
		if (stopping) return;
		if (Date.now() > deadline) giveUp("The site did not get ready in time.");
		await sleep(150);
	}
	console.log(`
  Plateia is running.

  Site       ${origin}
  Sign-in    ${provider.issuer}
  Database   ${database.url}${database.isNew ? " (example content loaded)" : " (kept as it was)"}

  Accounts   ${READY_MADE_NAMES.join(", ")} or any name you type; no password. "admin" has the role Admin.
  Straight   ${origin}/login?login_hint=admin

  Ctrl-C stops it.
`);
}

await main();
