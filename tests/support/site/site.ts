import { type ChildProcess, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { type EventEmitter, once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { filePathIn } from "db/address";
import type { Db } from "db/database";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { startProvider } from "../../../demo/provider.mjs";
import { PLATFORM_ID_CLAIM, ROLES_CLAIM, USERNAME_CLAIM } from "../../../demo/provider-accounts.mjs";
import { kickClient, type PlatformOptions, startPlatforms, twitchClient } from "../platforms";
import { createDatabase } from "../postgres/create-database";
import { isOnPostgres } from "../postgres/engine";
import { copyTemplate, hasTemplate, templateFile } from "../sqlite-template";
import { inherited, type Program, repositoryRoot, SERVER, startProgram } from "./program";

const READY_WITHIN_MS = 90_000;
const STOPPED_WITHIN_MS = 15_000;

export type DemoProvider = Awaited<ReturnType<typeof startProvider>>;

type Platforms = Awaited<ReturnType<typeof startPlatforms>>;

export interface SiteOptions {
	/** Settings that are added to, or replace, the defaults. */
	env?: Record<string, string>;
	/** A SQLite database that is kept at the end; by default a new one of the test run's engine that is removed. */
	databaseFile?: string;
	/** The engine of the new database; by default that of the test run. */
	engine?: "postgres";
	/** Load the example content into the new database. */
	seed?: boolean;
	/** Writes to the new database before the server starts, such as what the server reads only then. */
	prepare?: (db: Db) => Promise<unknown>;
	/** Enable scheduled backups. */
	backups?: boolean;
	provider?: { accessTokenSeconds?: number };
	/** Start a local Twitch and Kick, and let the accounts of the provider be theirs. */
	platforms?: PlatformOptions;
	/** The origin of a proxy in front of the server. */
	publicOrigin?: string;
	/** The folder of a clone or release whose `plateia start` is run; by default the build of this clone is served. */
	startedIn?: string;
}

export interface StopReport {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface Site {
	readonly origin: string;
	readonly provider: DemoProvider;
	/** The local Twitch and Kick. @throws if the site was started without them. */
	readonly platforms: Platforms;
	/** The site's client at the provider. */
	readonly client: { clientId: string; clientSecret: string };
	/** The address of the database. */
	readonly databaseUrl: string;
	/** The path of the database file. @throws {TypeError} on PostgreSQL. */
	readonly database: string;
	/** The folder of its backups, if they are enabled. */
	readonly backups: string;
	/** The current server process; a new one after a restart. */
	readonly process: ChildProcess;
	/** The output of the server so far. */
	logs(): string;
	/** The settings of the site, with changes. */
	settings(changes: Record<string, string>): Record<string, string>;
	/** Sends SIGTERM and waits for the exit. */
	stop(): Promise<StopReport>;
	/** Sends SIGKILL and waits for the exit. */
	kill(): Promise<void>;
	/** Stops the server if it is running, and starts it with the same port and database. */
	restart(env?: Record<string, string>): Promise<void>;
	/** Stops the site and its provider and removes its files. For `afterAll`. */
	close(): Promise<void>;
}

const isListening = (socket: EventEmitter): Promise<boolean> =>
	once(socket, "listening").then(
		() => true,
		() => false,
	);

/**
 * A free port below those that the system gives to others, so that it stays free until it is used. This process keeps it: no
 * test gives away the port of a site that is starting, also not in another process.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(20_000, 32_000);
		// TCP ports have the same numbers as UDP ports, which nothing else uses here.
		if (!(await isListening(createSocket("udp4").bind(port).unref()))) continue;
		const server = createServer().listen(port);
		if (!(await isListening(server))) continue;
		server.close();
		await once(server, "close");
		return port;
	}
}

export async function waitUntilReady(
	origin: string,
	isAlive: () => boolean,
	logs: () => string,
): Promise<void> {
	const deadline = Date.now() + READY_WITHIN_MS;
	while (Date.now() < deadline) {
		if (!isAlive()) throw new Error(`The site exited before it was ready:\n${logs()}`);
		const status = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
			(response) => response.status,
			() => 0,
		);
		if (status === 200) return;
		await sleep(50);
	}
	throw new Error(`The site was not ready in time:\n${logs()}`);
}

function loadExampleContent(env: NodeJS.ProcessEnv): void {
	const { status, stderr } = spawnSync(
		process.execPath,
		["node_modules/tsx/dist/cli.mjs", "demo/content/seed.ts"],
		{
			cwd: repositoryRoot,
			env,
			encoding: "utf8",
		},
	);
	if (status !== 0) throw new Error(`The example content could not be loaded:\n${stderr}`);
}

/** Loads the example content on SQLite. It is made by the first test that needs it, beside the template. */
async function copyExampleContent(file: string, images: string, env: NodeJS.ProcessEnv): Promise<void> {
	const made = `${templateFile()}.example`;
	const database = join(made, "site.sqlite");
	const done = join(made, "done");
	const isFirst = await mkdir(made).then(
		() => true,
		() => false,
	);
	if (isFirst) {
		copyTemplate(database);
		loadExampleContent({ ...env, DATABASE_URL: `file:${database}`, IMAGE_FOLDER: join(made, "images") });
		await writeFile(done, "");
	}
	// Another worker makes it. Its failure is reported there, and ends this test by its timeout.
	while (!existsSync(done)) await sleep(50);
	await cp(database, file);
	await cp(join(made, "images"), images, { recursive: true });
}

async function prepareDatabase(url: string, prepare: NonNullable<SiteOptions["prepare"]>) {
	const db = openDatabase(url);
	try {
		await migrateToLatest(db);
		await prepare(db);
	} finally {
		await db.destroy();
	}
}

/** Starts the production build with its own database and sign-in provider. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const folder = await mkdtemp(join(tmpdir(), "plateia-site-"));
	const chosen = options.env?.DATABASE_URL;
	const needsServer = !chosen && (options.engine === "postgres" || (isOnPostgres && !options.databaseFile));
	const created = needsServer ? await createDatabase() : undefined;
	const file = options.databaseFile ?? join(folder, "site.sqlite");
	const databaseUrl = chosen ?? created?.url ?? `file:${file}`;
	// Saves each site its migrations. Another release may have others.
	const copiesTemplate = !(chosen || created || options.databaseFile || options.startedIn) && hasTemplate();
	if (copiesTemplate) copyTemplate(file);
	const backups = join(folder, "backups");
	const client = { clientId: "plateia-test", clientSecret: randomBytes(24).toString("hex") };
	const { publicOrigin = origin } = options;
	const provider = await startProvider({ port: 0, siteOrigin: publicOrigin, ...client, ...options.provider });
	const platforms =
		options.platforms &&
		(await startPlatforms({
			...{ now: () => new Date(), kickWebhook: `${origin}/hooks/kick` },
			...options.platforms,
		}));

	const env: NodeJS.ProcessEnv = {
		...inherited(),
		NODE_ENV: "production",
		PORT: String(port),
		APP_ORIGIN: publicOrigin,
		DATABASE_URL: databaseUrl,
		DATA_FOLDER: folder,
		IMAGE_FOLDER: join(folder, "images"),
		SESSION_SECRET: randomBytes(32).toString("hex"),
		OIDC_ISSUER: provider.issuer,
		OIDC_CLIENT_ID: client.clientId,
		OIDC_CLIENT_SECRET: client.clientSecret,
		OIDC_ROLES_CLAIM: ROLES_CLAIM,
		OIDC_USERNAME_CLAIM: USERNAME_CLAIM,
		OIDC_AUDIENCE: "https://api.plateia.example",
		OIDC_CONNECTION: "twitch",
		DEMO_PROVIDER: "true",
		BEACON: "local",
		...(platforms && {
			PLATFORM_ORIGIN: platforms.origin,
			TWITCH_CLIENT_ID: twitchClient.id,
			TWITCH_CLIENT_SECRET: twitchClient.secret,
			KICK_CLIENT_ID: kickClient.id,
			KICK_CLIENT_SECRET: kickClient.secret,
			OIDC_PLATFORM_ID_CLAIM: PLATFORM_ID_CLAIM,
		}),
		...(options.backups ? { BACKUP_FOLDER: backups } : undefined),
		...options.env,
	};
	let output = "";
	let server: Program | undefined;

	async function start() {
		const command = options.startedIn ? ([join(options.startedIn, "bin/plateia"), "start"] as const) : SERVER;
		const started = startProgram(command, env, (text) => {
			output += text;
		});
		server = started;
		await waitUntilReady(origin, started.isRunning, () => output);
	}

	async function end(signal: "SIGTERM" | "SIGKILL"): Promise<StopReport> {
		if (!server) throw new Error("The site was never started.");
		const code = await server.end(signal, STOPPED_WITHIN_MS);
		return { code, signal: server.process.signalCode };
	}

	async function close() {
		await server?.end("SIGKILL");
		await Promise.all([provider.close(), platforms?.close()]);
		// A backup that the killed site had started may still write.
		await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
		await created?.drop();
	}

	try {
		if (options.seed && copiesTemplate) await copyExampleContent(file, join(folder, "images"), env);
		else if (options.seed) loadExampleContent(env);
		if (options.prepare) await prepareDatabase(databaseUrl, options.prepare);
		await start();
	} catch (error) {
		await close();
		throw error;
	}
	return {
		origin,
		provider,
		client,
		databaseUrl,
		get database() {
			return filePathIn(databaseUrl);
		},
		backups,
		get platforms() {
			if (!platforms) throw new Error("The site was started without platforms.");
			return platforms;
		},
		settings: (changes) => ({ ...env, ...changes }) as Record<string, string>,
		get process() {
			if (!server) throw new Error("The site was never started.");
			return server.process;
		},
		logs: () => output,
		stop: () => end("SIGTERM"),
		kill: async () => {
			await end("SIGKILL");
		},
		restart: async (changes) => {
			await end("SIGTERM");
			Object.assign(env, changes);
			await start();
		},
		close,
	};
}
