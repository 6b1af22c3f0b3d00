import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SQLite } from "db/sqlite/driver";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nameOfBackup } from "~/backups/manifest.server";
import { type diagnose as Diagnose, diagnose, doctor, isPlateia } from "~/commands/doctor.server";
import type { Machine } from "~/commands/host-check.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { HEARTBEAT } from "~/live/stream.server";
import { answerProxyQuestion, proxyQuestion } from "~/operations/proxy-view.server";
import { type ObjectStore, startObjectStore } from "../../support/object-store";
import { freePort } from "../../support/site/site";
import { copyTemplate } from "../../support/sqlite-template";
import { temporaryFolder } from "../../support/temporary-folder";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ISSUER = "https://login.example/";
const KEY = "k".repeat(64).replaceAll("k", "a");
const METADATA = {
	issuer: ISSUER,
	...{ authorization_endpoint: `${ISSUER}authorize`, token_endpoint: `${ISSUER}token` },
	jwks_uri: `${ISSUER}jwks`,
};
const HEALTH = { status: "ok", problems: [], trouble: null };

interface Asked {
	path: string;
	headers: Record<string, string>;
	signal: AbortSignal | null | undefined;
}
type Answer = (request: Asked) => Response;
const json = (body: object, at = NOW, status = 200) =>
	new Response(JSON.stringify(body), { status, headers: { Date: at.toUTCString() } });

/** A set-up in which nothing is wrong. Cases change it. */
interface SetUp {
	folder: string;
	database: string;
	environment: Record<string, string>;
	file: Record<string, string>;
	/** By origin; other origins cannot be reached. */
	answers: Record<string, Answer>;
	more: Partial<Parameters<typeof Diagnose>[0]>;
	/** Called afterwards. */
	ends: (() => unknown)[];
}

let setUp: SetUp;

beforeEach(async () => {
	const folder = temporaryFolder();
	const database = join(folder, "data/site.sqlite");
	const backups = join(folder, "backups");
	for (const name of ["data", "images"]) mkdirSync(join(folder, name));
	mkdirSync(join(backups, nameOfBackup(new Date(NOW.getTime() - HOUR_MS))), { recursive: true });
	copyTemplate(database);
	chmodSync(database, 0o600);
	writeFileSync(`${database}.key`, `${KEY}\n`, { mode: 0o600 });
	writeFileSync(join(folder, "build.js"), "");
	setUp = {
		...{ folder, database },
		environment: {
			APP_ORIGIN: "https://plateia.example",
			TRUSTED_PROXY_HOPS: "1",
			PORT: String(await freePort()),
			DATABASE_URL: `file:${database}`,
			IMAGE_FOLDER: join(folder, "images"),
			BACKUP_FOLDER: backups,
			...{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: "site", OIDC_CLIENT_SECRET: "secret" },
		},
		file: {},
		answers: { "https://login.example": () => json(METADATA) },
		more: { machine: { build: join(folder, "build.js") } },
		ends: [],
	};
});
afterEach(async () => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	for (const end of setUp.ends) await end();
});

const examine = async () => {
	const { environment, file, answers, more } = setUp;
	return diagnose({
		...{ environment, file, now: () => NOW },
		fetcher: async (address, { headers, signal } = {}) => {
			const { origin, pathname: path } = new URL(String(address));
			const answer = answers[origin];
			if (!answer) throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
			return answer({ path, signal, headers: Object.fromEntries(new Headers(headers)) });
		},
		...more,
	});
};

const machine = ({ more }: SetUp, changes: Partial<Machine>) =>
	(more.machine = { ...more.machine, ...changes });

const own = ({ environment }: SetUp) => `http://127.0.0.1:${environment.PORT}`;

function change(database: string, statement: string) {
	const connection = new SQLite(database);
	connection.pragma("foreign_keys = OFF");
	connection.exec(statement);
	connection.close();
}

/** Listens on a port of this machine and answers with a status. */
async function listen(setUp: SetUp, status: number, port = 0): Promise<string> {
	const server = createServer((_request, response) => response.writeHead(status).end());
	await new Promise<void>((done) => server.listen(port, () => done()));
	setUp.ends.push(() => new Promise((done) => server.close(done)));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/redeem?key=hunter2`;
}

const bot = (setUp: SetUp, url: string) =>
	Object.assign(setUp.environment, { REDEEM_BOT_URL: url, REDEEM_BOT_SECRET: "0123456789abcdef" });

/** Stores the settings of the sign-in as the setup does, and removes them from the environment. */
function storeSignIn({ environment, database }: SetUp, key = KEY, changes: Record<string, string> = {}) {
	const names = ["APP_ORIGIN", "OIDC_ISSUER", "OIDC_CLIENT_ID"];
	const texts = Object.fromEntries(names.map((name) => [name, environment[name]]));
	const OIDC_CLIENT_SECRET = createSecretBox(key, "settings").seal("secret", "setting OIDC_CLIENT_SECRET");
	const value = JSON.stringify({ ...texts, OIDC_CLIENT_SECRET, ...changes });
	change(database, `insert into site_settings values ('configuration.signIn', '${value}', '')`);
	for (const name of [...names, "OIDC_CLIENT_SECRET"]) environment[name] = "";
}

describe("the doctor", () => {
	it("finds nothing wrong with a site that is well, running or not, or not yet started", async () => {
		expect(await examine()).toEqual({ findings: [], isRunning: false });
		for (const origin of [own(setUp), "https://plateia.example"]) setUp.answers[origin] = () => json(HEALTH);
		bot(setUp, await listen(setUp, 405));
		expect(await examine()).toEqual({ findings: [], isRunning: true });
		rmSync(setUp.database);
		expect((await examine()).findings).toEqual([]);
	});

	it("finds nothing wrong with a site that was set up in the browser", async () => {
		storeSignIn(setUp);
		expect(await examine()).toEqual({ findings: [], isRunning: false });
		setUp.answers["https://login.example"] = () => json({ ...METADATA, issuer: "https://other.example" });
		expect((await examine()).findings).toEqual([expect.stringMatching(/^The sign-in provider/)]);
	});

	it("finds only that a site which waits for its setup is not set up", async () => {
		const { environment, answers } = setUp;
		for (const name of ["APP_ORIGIN", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]) {
			environment[name] = "";
		}
		answers[own(setUp)] = () => json({ status: "setup", missing: ["APP_ORIGIN"] });
		expect(await examine()).toEqual({
			findings: [
				'Nobody can sign in, because APP_ORIGIN, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET are not set: start the site, then run "plateia setup", which prints the link of the setup.',
			],
			isRunning: true,
		});
	});

	/** A stream whose first event arrives unless it is held back, and that has a heartbeat or is cut before. */
	const stream = (heartbeat: "sent" | "cut" | "held", signal: Asked["signal"]) =>
		new Response(
			new ReadableStream({
				start(controller) {
					signal?.addEventListener("abort", () => controller.error(signal.reason));
					if (heartbeat !== "held") controller.enqueue(new TextEncoder().encode("retry:1000\n\n"));
					if (heartbeat === "sent") controller.enqueue(HEARTBEAT);
					if (heartbeat === "cut") controller.close();
				},
			}),
			{ headers: { "Content-Type": "text/event-stream" } },
		);

	/** Lets the site run behind a proxy that changes the doctor's headers, and that treats its event stream in some way. */
	function runBehind(
		setUp: SetUp,
		{ host = "plateia.example", ...changes }: Record<string, string | undefined> = {},
		heartbeat: Parameters<typeof stream>[0] = "sent",
	) {
		const { answers, environment } = setUp;
		answers[own(setUp)] = () => json(HEALTH);
		answers["https://plateia.example"] = ({ path, headers: sent, signal }) => {
			if (path === "/live") return stream(heartbeat, signal);
			const headers = {
				...sent,
				"x-forwarded-for": `${sent["x-forwarded-for"]}, 198.51.100.7`,
				"x-forwarded-proto": "https",
				...changes,
			};
			const context = {
				request: { headers, rawHeaders: ["Host", host] },
				peerAddress: "127.0.0.1",
			} as unknown as Parameters<typeof answerProxyQuestion>[0];
			const hops = Number(environment.TRUSTED_PROXY_HOPS);
			return json({ ...HEALTH, seen: answerProxyQuestion(context, KEY, NOW, hops) });
		};
		setUp.more.streamMs = { first: 20, heartbeat: 1000 };
	}

	/** Writes the unit of install.sh, which allows the folder of the data only, and drop-ins. */
	function installUnit(setUp: SetUp, dropIn = "") {
		const units = join(setUp.folder, "units");
		mkdirSync(join(units, "plateia.service.d"), { recursive: true });
		const unit = readFileSync("docs/hosting/plateia.service", "utf8")
			.replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${process.cwd()}`)
			.replace("[Service]", `[Service]\nReadWritePaths=${setUp.folder}`);
		writeFileSync(join(units, "plateia.service"), unit);
		writeFileSync(join(units, "plateia.service.d/backups.conf"), dropIn);
		machine(setUp, { units });
		const folder = temporaryFolder();
		mkdirSync(join(folder, nameOfBackup(new Date(NOW.getTime() - HOUR_MS))));
		setUp.environment.BACKUP_FOLDER = folder;
		return folder;
	}

	const set =
		(changes: Record<string, string>) =>
		({ environment }: SetUp) =>
			Object.assign(environment, changes);

	/** Set-ups that hosts have broken. */
	const CASES: Record<string, [(setUp: SetUp) => unknown, finding: RegExp]> = {
		"a wrong memory limit": [set({ MEMORY_LIMIT_MB: "1G" }), /^MEMORY_LIMIT_MB must be/],
		"a missing setting": [
			set({ OIDC_CLIENT_ID: "" }),
			/^Nobody can sign in, because OIDC_CLIENT_ID is not set: start the/,
		],
		"a public address without TLS": [
			set({ APP_ORIGIN: "http://a.example" }),
			/^APP_ORIGIN is http, .*: put a proxy/,
		],
		"a trusted proxy that does not exist": [
			({ environment }) => (environment.APP_ORIGIN = `http://localhost:${environment.PORT}`),
			/^APP_ORIGIN is the site's own port \d+, .*HOPS is 1, so anybody can forge/,
		],
		"another port": [
			set({ APP_ORIGIN: "http://localhost:3999", TRUSTED_PROXY_HOPS: "0" }),
			/^APP_ORIGIN names port 3999, but .*: set PORT/,
		],
		"no backups": [set({ BACKUP_FOLDER: "" }), /^Needs attention: there are no backups. Turn them on/],
		"a late backup": [
			set({ BACKUP_EVERY_HOURS: "0.5" }),
			/^Needs attention: the last backup is too old, .* the log has “backup-failed”/,
		],
		"an old Node": [(setUp) => machine(setUp, { nodeVersion: "18.20.8" }), /^This needs Node.js 22.14 or 24/],
		"a native module of another Node": [
			(setUp) => {
				const load = () => Promise.reject(new Error("was compiled against NODE_MODULE_VERSION 115"));
				machine(setUp, { modules: { "The SQLite driver": load } });
			},
			/^The SQLite driver cannot be loaded. It was installed with another version of Node.js .* run "npm ci/,
		],
		"no build": [
			(setUp) => machine(setUp, { build: "/nowhere/build.js" }),
			/^There is no .*build.js: run "npm run build"/,
		],
		"an unknown setting in .env": [
			({ file }) => (file.SMTP_HOST = "x"),
			/^SMTP_HOST in .env is not a setting: remove it/,
		],
		"a client secret that was saved with another key": [
			(setUp) => storeSignIn(setUp, "b".repeat(64)),
			/^Nobody can sign in, because OIDC_CLIENT_SECRET is not set: start the site/,
		],
		"a saved setting that is invalid": [
			(setUp) => storeSignIn(setUp, KEY, { OIDC_ISSUER: "login" }),
			/^OIDC_ISSUER must be .*: correct it/,
		],
		"a database with unknown migrations": [
			({ database }) => change(database, "insert into kysely_migration values ('9999-future', '')"),
			/^The migrations of the database .* are not those of this version .*newer.*: start its version again/,
		],
		"a database that others can read": [
			({ database }) => chmodSync(database, 0o644),
			/^Other users of this machine can read .*site.sqlite: run "chmod 600/,
		],
		"a damaged key file": [
			({ database }) => writeFileSync(`${database}.key`, "short"),
			/^The key file .* is damaged: .* Restore it/,
		],
		"a setting that was saved with another key": [
			({ database }) => {
				const sealed = createSecretBox("b".repeat(64), "settings").seal(
					"https://bot.example",
					"setting REDEEM_BOT_URL",
				);
				const value = JSON.stringify({ revision: 1, values: { REDEEM_BOT_URL: sealed } });
				change(database, `insert into site_settings values ('configuration.bot', '${value}', '')`);
			},
			/^The saved setting REDEEM_BOT_URL does not apply: enter it again/,
		],
		"a provider that is away": [
			({ answers }) => delete answers["https://login.example"],
			/^The sign-in provider cannot be used \(connect ECONNREFUSED\): check OIDC_ISSUER/,
		],
		"a provider that demands what the site cannot do": [
			({ answers }) => {
				const methods = { token_endpoint_auth_methods_supported: ["private_key_jwt"] };
				answers["https://login.example"] = () => json({ ...METADATA, ...methods });
			},
			/^The sign-in provider demands private_key_jwt, which the site does not support: turn the demand off/,
		],
		"a clock that is slow": [
			({ answers }) => {
				const at = new Date(NOW.getTime() + 3 * MINUTE_MS);
				answers["https://login.example"] = () => json(METADATA, at);
			},
			/^The clock of this machine is 180 s behind that of the sign-in provider: set it/,
		],
		"a public address that redirects": [
			(setUp) => {
				setUp.answers[own(setUp)] = () => json(HEALTH);
				setUp.answers["https://plateia.example"] = () => Response.redirect("https://www.plateia.example/");
			},
			/^https:\/\/plateia.example redirects to https:\/\/www.plateia.example\/: set APP_ORIGIN/,
		],
		"a proxy that leads elsewhere": [
			(setUp) => {
				setUp.answers[own(setUp)] = () => json(HEALTH);
				setUp.answers["https://plateia.example"] = () => new Response("Bad Gateway", { status: 502 });
			},
			/^https:\/\/plateia.example answers with status 502, but not with this site: let the proxy/,
		],
		"a bot that is away": [
			(setUp) => bot(setUp, "http://127.0.0.1:1/?key=hunter2"),
			/^The redeem bot at 127.0.0.1:1 cannot be reached \((?!.*hunter2).*: check its address/,
		],
		"a bot that does not know its address": [
			async (setUp) => bot(setUp, await listen(setUp, 404)),
			/^The redeem bot at 127.0.0.1:\d+ answers with status 404: check/,
		],
		"messages that the bot never got": [
			({ database }) => {
				change(
					database,
					"insert into jobs (kind, reference, key, body, state, tries, created_at) values ('redeem-message', 'order', 'order', '{}', 'dead', 10, '2026')",
				);
			},
			/^Needs attention: messages to the redeem bot .*: 1\. .*resend them/,
		],
		"no trusted proxy hop behind a proxy": [
			({ environment }) => (environment.TRUSTED_PROXY_HOPS = "0"),
			/^APP_ORIGIN is https, .*HOPS is 0, .*: set it to/,
		],
		"more trusted proxy hops than proxies": [
			(setUp) => {
				runBehind(setUp);
				setUp.environment.TRUSTED_PROXY_HOPS = "3";
			},
			/^TRUSTED_PROXY_HOPS is 3, .* anybody can forge their address: set it to 1, and restart/,
		],
		"a proxy that is stopped": [
			(setUp) => (setUp.answers[own(setUp)] = () => json(HEALTH)),
			/^https:\/\/plateia.example cannot be reached from here \(connect ECONNREFUSED\): check the proxy/,
		],
		"a proxy that passes on neither Host nor X-Forwarded-Proto": [
			(setUp) => runBehind(setUp, { host: "plateia", "x-forwarded-proto": undefined }),
			/^The proxy of https:\/\/plateia.example does not pass on Host \(it sends plateia; nginx: .*\) and X-Forwarded-Proto \(/,
		],
		"a proxy whose timeout is shorter than the heartbeat": [
			(setUp) => runBehind(setUp, {}, "cut"),
			/^The proxy of .* ends event streams .* "proxy_read_timeout 120s;"/,
		],
		"a misspelt setting": [
			({ environment }) => (environment.ADMIN_SUBJECT = "1"),
			/^ADMIN_SUBJECT is not a setting. Did you mean ADMIN_SUBJECTS\?$/,
		],
		"an origin with a path": [
			({ environment }) => (environment.APP_ORIGIN = "https://plateia.example/site"),
			/^APP_ORIGIN must be an origin such as https:\/\//,
		],
		"a wrong client secret in the environment": [
			({ answers }) => {
				answers["https://login.example"] = ({ path }) =>
					path === "/token" ? json({ error: "invalid_client" }, NOW, 401) : json(METADATA);
			},
			/^Nobody can sign in, because the sign-in provider refuses .* \(invalid_client\): .* in the settings file/,
		],
		"a key file that is lost": [
			(setUp) => {
				storeSignIn(setUp);
				rmSync(`${setUp.database}.key`);
			},
			/^The key file .*site.sqlite.key is missing, .*: put its copy back/,
		],
		"a picture folder that the site's user may not write": [
			(setUp) => machine(setUp, { access: (path) => (path.endsWith("images") ? "EACCES" : undefined) }),
			/^IMAGE_FOLDER: the folder .*images cannot be written by this user \(EACCES\)/,
		],
		"a database file of root": [
			(setUp) => machine(setUp, { access: (path) => (path.endsWith(".sqlite") ? "EACCES" : undefined) }),
			/^DATABASE_URL: the file .*site.sqlite cannot be read and written by this user \(EACCES\)/,
		],
		"a file that is no database": [
			({ database }) => writeFileSync(database, "not a database ".repeat(1000)),
			/^The database .* cannot be used, because the database is corrupt: restore a backup/,
		],
		"a database path in a folder that does not exist": [
			({ environment, folder }) => (environment.DATABASE_URL = `file:${folder}/daat/site.sqlite`),
			/^DATABASE_URL: the folder .*daat does not exist: correct the path/,
		],
		"backups on a disk that the service may not write to": [
			(setUp) => installUnit(setUp),
			/^BACKUP_FOLDER: the service may not write to .*install.sh --backups .* ReadWritePaths=/,
		],
		"a privileged port": [
			(setUp) => machine(setUp, { listen: async () => "EACCES" }),
			/^This user may not listen on port \d+: set PORT to a number above 1023/,
		],
		"a full disk": [
			(setUp) => machine(setUp, { readDisk: async () => ({ freeBytes: 0, totalBytes: 1e10 }) }),
			/^DATABASE_URL: the disk of .* is nearly full \(0 MB are free\): make room/,
		],
		"a PostgreSQL server that is away, and a password with @": [
			({ environment, folder }) => {
				environment.DATABASE_URL = "postgres://plateia:p@ss@127.0.0.1:1/plateia";
				environment.DATA_FOLDER = join(folder, "data");
			},
			/^The database postgres:\/\/plateia@127.0.0.1\/plateia cannot be used, .*The user name or password in DATABASE_URL contains @/,
		],
	};

	it.each(Object.entries(CASES))("names %s, and nothing else", async (_name, [breakIt, finding]) => {
		await breakIt(setUp);
		expect((await examine()).findings).toEqual([expect.stringMatching(finding)]);
	});

	it("names a proxy that holds event streams back, and accepts one whose buffering the site turns off and a unit with the folder of the backups", async () => {
		runBehind(setUp, {}, "held");
		expect((await examine()).findings).toEqual([expect.stringMatching(/holds event streams back/)]);
		runBehind(setUp);
		const folder = installUnit(setUp);
		installUnit(setUp, `[Service]\nReadWritePaths=-${folder}\n`);
		setUp.environment.BACKUP_FOLDER = folder;
		expect((await examine()).findings).toEqual([]);
	});

	it("names a server that is away beside a folder that cannot be written, and a password that ends the address", async () => {
		const { environment } = setUp;
		environment.DATABASE_URL = "postgres://plateia:secret@127.0.0.1:1/plateia";
		machine(setUp, {
			access: (path) => (path.startsWith(process.cwd()) ? "EACCES" : undefined),
		});
		expect((await examine()).findings).toEqual([
			expect.stringMatching(/^DATA_FOLDER: .* Set DATA_FOLDER to the folder of the key file/),
			expect.stringMatching(/^The database postgres:/),
		]);
		environment.DATABASE_URL = "postgres://plateia:a#b@127.0.0.1/plateia";
		expect((await examine()).findings[0]).toMatch(/^DATABASE_URL must be .* as %40 %2F %3F %23/);
	});

	describe("of the copies of backups", () => {
		let store: ObjectStore;
		beforeEach(async () => {
			store = await startObjectStore();
			setUp.ends.push(store.close);
			Object.assign(setUp.environment, store.settings);
		});

		it("finds nothing wrong with a recent one, and names an old one, a missing one and wrong keys", async () => {
			const put = (hours: number) => {
				const name = nameOfBackup(new Date(NOW.getTime() - hours * HOUR_MS));
				store.objects.set(`site/${name}/backup.json`, Buffer.from("{}"));
			};
			const found = async () => (await examine()).findings;
			expect(await found()).toEqual([
				expect.stringMatching(/^There is no backup at http.*backups\/site: start the site/),
			]);
			put(50);
			expect(await found()).toEqual([expect.stringMatching(/^The last backup is 50 h old at/)]);
			put(3);
			expect(await found()).toEqual([]);
			setUp.environment.BACKUP_S3_SECRET = "wrong";
			expect(await found()).toEqual([
				expect.stringMatching(/^Backups cannot be copied .*403.*check BACKUP_S3_KEY_ID/),
			]);
		});
	});

	describe("of the store of pictures", () => {
		const NAME = `${"0".repeat(32)}.webp`;
		let store: ObjectStore;
		beforeEach(async () => {
			store = await startObjectStore();
			setUp.ends.push(store.close);
			Object.assign(setUp.environment, store.pictureSettings);
		});

		it("names pictures that are not there, wrong keys and missing settings", async () => {
			const found = async () => (await examine()).findings;
			expect(await found()).toEqual([]);
			change(
				setUp.database,
				`insert into store_items (id, name, description, image, price, stock, status, has_codes, revision, created_at, updated_at) values ('i', 'Cap', '', '${NAME}', 10, 5, 'active', 0, 1, '', '')`,
			);
			expect(await found()).toEqual([
				expect.stringMatching(
					/^1 of 1 uploaded pictures are not in http.*\/pictures, .*: run "plateia pictures"/,
				),
			]);
			store.objects.set(`pictures/${NAME}`, Buffer.from("x"));
			expect(await found()).toEqual([]);
			setUp.environment.PICTURE_S3_SECRET = "wrong";
			expect(await found()).toEqual([
				expect.stringMatching(/^The pictures in .* cannot be read .*403.*check PICTURE_S3_KEY_ID/),
			]);
			setUp.environment.PICTURE_S3_SECRET = "";
			expect((await found()).join()).toContain(
				"PICTURE_S3_SECRET is missing, but PICTURE_S3_ENDPOINT requires it",
			);
		});
	});

	it("names what the running site has found, once and in the words of its page, and asks with the site's key", async () => {
		runBehind(setUp);
		setUp.environment.BACKUP_FOLDER = "";
		setUp.answers[own(setUp)] = ({ headers }) => {
			const found = [
				{ name: "liveStuck", severity: "critical", count: 1 },
				{ name: "backupsOff", severity: "warning", count: 1 },
				{ name: "errors", severity: "warning", count: 2000 },
			];
			return json({ ...HEALTH, ...(headers.authorization && { found }) });
		};
		expect((await examine()).findings).toEqual([
			expect.stringMatching(/^Not working: live Crash can't save its round/),
			expect.stringMatching(/^Needs attention: there are no backups/),
			expect.stringMatching(/^Needs attention: errors were logged .* Kinds: 2,000\.$/),
		]);
	});

	it("learns how the site sees a request only with the site's key, within a minute", () => {
		const seen = (authorization: string | undefined, at = NOW) => {
			const request = { headers: { authorization }, rawHeaders: ["host", "plateia.example"] };
			const context = { request, peerAddress: "198.51.100.7" };
			return answerProxyQuestion(context as unknown as Parameters<typeof answerProxyQuestion>[0], KEY, at, 0);
		};
		const question = proxyQuestion(KEY, NOW);
		expect(seen(question)).toEqual({ address: "198.51.100.7", host: "plateia.example", proto: "" });
		for (const other of [undefined, "", "Bearer x", proxyQuestion("b".repeat(64), NOW)])
			expect(seen(other)).toBeUndefined();
		expect(seen(question, new Date(NOW.getTime() + MINUTE_MS + 1))).toBeUndefined();
	});

	it("takes only a site of this kind for the site", async () => {
		const answering = (body: string) => async () => new Response(body);
		expect(await isPlateia("http://127.0.0.1:1", answering(JSON.stringify(HEALTH)))).toBe(true);
		for (const other of ["", "{}", "null", "ok"]) {
			expect(await isPlateia("http://127.0.0.1:1", answering(other))).toBe(false);
		}
	});

	it("names a file of settings that it cannot read, or that others can read", async () => {
		vi.spyOn(console, "log").mockImplementation(() => {});
		const { PORT = "", DATABASE_URL = "" } = setUp.environment;
		vi.stubEnv("PORT", PORT);
		vi.stubEnv("DATABASE_URL", DATABASE_URL);
		const found = (path: string) => doctor(path).catch((error: Error) => error.message.split("\n"));
		// A folder cannot be read, not even by root.
		expect(await found(setUp.folder)).toEqual([
			expect.stringMatching(/^- The settings cannot be read \(.*chmod 640 \/etc\/plateia.env".$/),
		]);
		const [file, link] = [join(setUp.folder, "site.env"), join(setUp.folder, "link")];
		writeFileSync(file, "SMTP_HOST=x\n", { mode: 0o644 });
		symlinkSync(file, link);
		const exposed = `- Other users of this machine can read ${file}: run "chmod o= ${file}".`;
		expect(await found(link)).toContain(exposed);
		chmodSync(file, 0o640);
		expect(await found(link)).not.toContain(exposed);
	});
});
