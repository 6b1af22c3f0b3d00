/**
 * `npm run demo`: installs, builds and runs the site with example content, a sign-in provider and a local Twitch and Kick.
 * `npm run dev`: the same with hot reload, on a database that is kept; settings of `.env` take precedence, also those of
 * another provider or of the real platforms.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { requireNode } from "./node.mjs";
import { answerPreparing } from "./preparing.mjs";
import { repositoryRoot, run } from "./processes.mjs";
import { listenOnLoopback } from "./provider-listen.mjs";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const STOP_WITHIN_MS = 4500;
/** Ctrl-C reaches this process several times if others pass it on. Only a later one is another. */
const SAME_SIGNAL_MS = 500;
const START_WITHIN_MS = 120_000;
const DEFAULT_PORT = 3000;
const DEFAULT_PLATFORM_PORT = 4001;
/** Lines of the log that are printed when the site stops by itself. */
const LAST_LINES = 15;

const isDev = process.argv[2] === "dev";
const dataFolder = join(repositoryRoot, ".data");

const newSecret = () => randomBytes(24).toString("hex");

const exitNow = () => process.exit(1);

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

/** @param {() => void} act writes to the disk */
function write(path, act) {
	try {
		act();
	} catch (error) {
		giveUp(`${path} cannot be written: ${error.message}`);
	}
}

/**
 * Keeps the database of DATABASE_URL or of `npm run dev`. Otherwise creates a new one. Its name has the port, which this
 * process holds, so that it is never the database of a demo that runs.
 */
function prepareDatabase(port) {
	const given = process.env.DATABASE_URL;
	if (given && !given.startsWith("file:")) giveUp(`DATABASE_URL has to be file:PATH, not ${given}`);
	const name = isDev ? "dev" : port === DEFAULT_PORT ? "demo" : `demo-${port}`;
	const path = given
		? resolve(repositoryRoot, given.slice("file:".length))
		: join(dataFolder, `${name}.sqlite`);
	write(path, () => {
		mkdirSync(dirname(path), { recursive: true });
		if (!given && !isDev) for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true });
	});
	return { url: `file:${path}`, isNew: !statSync(path, { throwIfNoEntry: false })?.size };
}

async function loadExampleContent(databaseUrl) {
	const seed = ["--import", "tsx", "demo/content/seed.ts"];
	if (!(await run(process.execPath, seed, { env: { ...process.env, DATABASE_URL: databaseUrl } })))
		giveUp("The example content could not be loaded.");
}

/** Stored in a file, so that sessions survive a restart. */
function sessionSecret() {
	if (process.env.SESSION_SECRET) return process.env.SESSION_SECRET;
	const path = join(dataFolder, "demo-secret");
	try {
		const kept = readFileSync(path, "utf8").trim();
		if (kept) return kept;
	} catch {
		// The file does not exist yet.
	}
	const secret = randomBytes(32).toString("hex");
	write(path, () => {
		mkdirSync(dataFolder, { recursive: true });
		writeFileSync(path, secret, { mode: 0o600 });
	});
	return secret;
}

/** @param {string | undefined} log the file of its output; by default the terminal. */
function startSite(settings, log) {
	const command = isDev
		? ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", settings.PORT]
		: ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
	const output = log ? openSync(log, "w") : "inherit";
	return spawn(process.execPath, command, {
		cwd: repositoryRoot,
		stdio: ["ignore", output, output],
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

/**
 * Holds a port until the process behind it starts, so that a taken port is found before anything is installed.
 * @returns its release
 */
async function hold(port, setting) {
	const held = await listenOnLoopback(port, answerPreparing).catch((error) =>
		giveUp(error.code === "EADDRINUSE" ? `Port ${port} is taken: set ${setting} to another.` : String(error)),
	);
	return held.close;
}

/**
 * Calls `stop` when npm's shell ends. npm passes a signal to its shell only, which ends without passing it on.
 * Only under npm: elsewhere the parent may end before, as under `nohup`.
 */
function stopWithNpm(stop) {
	if (!process.env.npm_lifecycle_event) return;
	const { ppid } = process;
	const watch = setInterval(() => {
		if (process.ppid === ppid) return;
		clearInterval(watch);
		stop();
	}, 250);
	watch.unref();
}

/** The provider of the demo; undefined if `.env` names another one. */
async function openProvider(port, siteOrigin) {
	if (isDev && process.env.OIDC_ISSUER) return undefined;
	const { startProvider } = await import("./provider.mjs");
	const { PLATFORM_ID_CLAIM, ROLES_CLAIM, USERNAME_CLAIM } = await import("./provider-accounts.mjs");
	const client = { clientId: "plateia-demo", clientSecret: newSecret() };
	const { issuer, close } = await startProvider({ port, siteOrigin, ...client }).catch((error) =>
		giveUp(`The sign-in provider did not start: ${error.message}`),
	);
	return {
		issuer,
		close,
		settings: {
			OIDC_ROLES_CLAIM: ROLES_CLAIM,
			OIDC_USERNAME_CLAIM: USERNAME_CLAIM,
			OIDC_PLATFORM_ID_CLAIM: PLATFORM_ID_CLAIM,
			OIDC_AUDIENCE: "https://api.plateia.example",
			OIDC_CONNECTION: "twitch",
			...process.env,
			OIDC_ISSUER: issuer,
			OIDC_CLIENT_ID: client.clientId,
			OIDC_CLIENT_SECRET: client.clientSecret,
			DEMO_PROVIDER: "true",
		},
	};
}

/**
 * The local Twitch and Kick at PLATFORM_PORT, or without it at a free port if the usual one is not; undefined if `.env` has
 * clients of the real ones.
 * @param {readonly number[]} otherPorts that are needed by others
 */
async function openPlatforms(siteOrigin, otherPorts) {
	if (isDev && (process.env.TWITCH_CLIENT_ID || process.env.KICK_CLIENT_ID)) return undefined;
	const { startCounterpart } = await import("./twitch.mjs");
	const [twitch, kick] = ["demo-twitch", "demo-kick"].map((id) => ({ id, secret: newSecret() }));
	const start = (port) => startCounterpart({ port, twitch, kick, kickWebhook: `${siteOrigin}/hooks/kick` });
	const wanted = portFrom("PLATFORM_PORT", DEFAULT_PLATFORM_PORT);
	const isFixed = process.env.PLATFORM_PORT !== undefined;
	const platforms = await start(!isFixed && otherPorts.includes(wanted) ? 0 : wanted).catch((error) => {
		if (!isFixed && error.code === "EADDRINUSE") return start(0);
		giveUp(`The local Twitch and Kick did not start: ${error.message}`);
	});
	return {
		...platforms,
		settings: {
			PLATFORM_ORIGIN: platforms.origin,
			TWITCH_CLIENT_ID: twitch.id,
			TWITCH_CLIENT_SECRET: twitch.secret,
			KICK_CLIENT_ID: kick.id,
			KICK_CLIENT_SECRET: kick.secret,
		},
	};
}

async function main() {
	const envFile = join(repositoryRoot, ".env");
	// Node before 20.12 cannot read the file; the supported one does.
	if (isDev && "loadEnvFile" in process) (await import("../bin/read-env-file.mjs")).loadEnvFile(envFile);
	const port = portFrom("PORT", DEFAULT_PORT);
	const providerPort = portFrom("IDP_PORT", 4000);
	if (port === providerPort) giveUp(`PORT and IDP_PORT are both ${port}: set IDP_PORT to another.`);
	const origin = process.env.APP_ORIGIN ?? `http://localhost:${port}`;
	const release = await hold(port, "PORT");
	const releaseProvider = await hold(providerPort, "IDP_PORT");
	// Ends what was started for the preparation too.
	for (const signal of STOP_SIGNALS) process.on(signal, exitNow);
	stopWithNpm(() => process.emit("SIGTERM"));
	await requireNode(() => Promise.all([release(), releaseProvider()]));
	await ensureInstalled();
	// It needs the installed packages.
	const { READY_MADE_NAMES } = await import("./provider-accounts.mjs");
	if (!isDev && !(await ensureBuilt())) giveUp("The build failed.");
	const database = prepareDatabase(port);
	if (database.isNew) await loadExampleContent(database.url);

	await releaseProvider();
	const provider = await openProvider(providerPort, origin);
	const platforms = await openPlatforms(origin, [port, providerPort]);
	const log = isDev ? undefined : join(dataFolder, `demo-${port}.log`);
	const settings = {
		...(provider?.settings ?? process.env),
		...platforms?.settings,
		NODE_ENV: isDev ? "development" : "production",
		PORT: String(port),
		APP_ORIGIN: origin,
		DATABASE_URL: database.url,
		SESSION_SECRET: sessionSecret(),
		BEACON: process.env.BEACON ?? "local",
	};
	await release();
	const site = startSite(settings, log);

	let stopping = 0;
	site.once("exit", async (code, signal) => {
		await Promise.all([provider?.close(), platforms?.stop()]);
		if (stopping && signal !== "SIGKILL") process.exit(0);
		if (stopping) giveUp("The site did not stop in time and was ended.");
		if (log) console.error(readFileSync(log, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n"));
		giveUp(`The site stopped by itself (${signal ?? `exit code ${code}`}).`);
	});
	const stop = () => {
		if (stopping) return Date.now() - stopping > SAME_SIGNAL_MS && site.kill("SIGKILL");
		stopping = Date.now();
		site.kill("SIGTERM");
		setTimeout(() => site.kill("SIGKILL"), STOP_WITHIN_MS).unref();
	};
	for (const signal of STOP_SIGNALS) process.off(signal, exitNow).on(signal, stop);
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
  Sign-in    ${provider?.issuer ?? process.env.OIDC_ISSUER}${platforms ? `\n  Stream     ${platforms.origin} (local Twitch and Kick; connect them at ${origin}/settings/stream)` : ""}
  Database   ${database.url}${database.isNew ? " (example content loaded)" : " (kept as it was)"}${log ? `\n  Log        ${log}` : ""}
${
	provider
		? `
  Accounts   ${READY_MADE_NAMES.join(", ")} or any name you type; no password. "admin" has the role Admin.
  Straight   ${origin}/login?login_hint=admin
`
		: ""
}
  Ctrl-C stops it.
`);
}

await main();
