/** Checks of a site's data and services, with the settings that admins have saved. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_DATA_FOLDER, hasUnescapedUser, isPostgresUrl } from "db/address";
import type { Db } from "db/database";
import { type Engine, UnfitError } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { readSchemaState } from "db/migrate";
import { engineAt } from "db/open";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { createOidcClient } from "~/account/oidc-client.server";
import { discover, type ProviderMetadata, unmetDemandsOf } from "~/account/provider-metadata.server";
import { listCopies } from "~/backups/copies.server";
import { listBackups, madeAtOf } from "~/backups/manifest.server";
import { openStoreOf, type StoreFault, storeFaultOf } from "~/backups/object-store.server";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import { type Config, readConfig } from "~/lib/config.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { BACKUP_LATE } from "~/operations/site-checks";
import { readKeyFile } from "~/settings/key-file.server";
import { openSettings } from "~/settings/settings.server";
import {
	missingIn,
	type SignInTexts,
	signInTextsIn,
	storedBeside,
	withPlaceholders,
} from "~/setup/sign-in-settings";
import { readSignIn } from "~/setup/sign-in-store.server";
import { StartError } from "~/storage/site-database.server";
import { summariseOutbox } from "~/store/redeem-bot/outbox.queries.server";
import { checkSettings } from "./checks.server";
import { checkProcesses } from "./process-checks.server";
import { checkProxy } from "./proxy-checks.server";

export interface Tools {
	/** Valid settings. Those that the site may have stored can be missing. */
	environment: Record<string, string | undefined>;
	/** For the sign-in provider and the site itself. */
	fetcher: typeof fetch;
	now: () => Date;
	/** Whether the site runs on its port. */
	isRunning: boolean;
	/** Called before a check that takes long. */
	announce?(text: string): void;
	/** The times of the check of event streams, in ms. */
	streamMs?: { first: number; heartbeat: number };
}

const HOUR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 5000;
/** A new leader is elected within 5 s. */
const TAKEOVER_MS = 6000;
/** Opens nothing. */
const LOST_KEY = "-".repeat(64);
/** As tolerated at a sign-in. */
const MAX_CLOCK_DIFFERENCE_S = 120;
const OTHERS_MAY = 0o077;

/** Checks database and key file, the processes of the site, sign-in provider and clock, proxy, redeem bot and backups. */
export async function checkSite(tools: Tools): Promise<string[]> {
	const { environment } = tools;
	const config = readConfig(withPlaceholders(environment));
	const engine = engineAt(config.DATABASE_URL, config.DATA_FOLDER);
	const { findings, signIn, isNew, key } = await checkData(engine, config, tools);
	const missing = missingIn({ ...signIn, ...signInTextsIn(environment) });
	if (signIn && missing.length > 0) {
		const elsewhere = isNew
			? ` If this site was set up before, correct DATABASE_URL: there is no ${engine.name}.`
			: "";
		findings.push(
			`Nobody can sign in, because ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set: start the site, then run "plateia setup", which prints the link of the setup.${elsewhere}`,
		);
	}
	const services = await Promise.all([
		missing.includes("OIDC_ISSUER") ? [] : checkProvider(config, tools, missing),
		missing.includes("APP_ORIGIN") ? [] : checkProxy(config, tools, key),
		checkBot(config, tools),
		checkBackups(config, tools.now()),
		checkCopies(config, tools),
	]);
	return [...findings, ...services.flat()];
}

interface DataChecks {
	findings: string[];
	/** The stored settings of the sign-in; undefined if they cannot be read or are invalid. */
	signIn?: SignInTexts;
	/** Whether there is no database yet. */
	isNew?: true;
	/** The site's key; undefined if it cannot be read. */
	key?: string | undefined;
}

/** Checks only whether the database's server can be used, for a site whose folders cannot be. */
export async function checkServer({
	DATABASE_URL = "",
	DATA_FOLDER,
}: Tools["environment"]): Promise<string[]> {
	if (!isPostgresUrl(DATABASE_URL)) return [];
	const engine = engineAt(DATABASE_URL, DATA_FOLDER || DEFAULT_DATA_FOLDER);
	try {
		await engine.checkUsable();
		return [];
	} catch (error) {
		return [databaseFault(engine, error, DATABASE_URL)];
	}
}

/** @throws `error` if it is not about the database. */
function databaseFault({ name }: Engine, error: unknown, url: string): string {
	if (error instanceof UnfitError) return `The database ${name} cannot be used. ${error.message}`;
	const fault = storageFaultOf(error);
	if (fault === undefined) throw error;
	const advice =
		fault === "corrupt" ? "restore a backup with plateia restore FOLDER" : "see docs/operations.md";
	const unescaped = hasUnescapedUser(url)
		? " The user name or password in DATABASE_URL contains @: write it as %40."
		: "";
	return `The database ${name} cannot be used, because ${FAULT_TEXT[fault]}: ${advice}.${unescaped}`;
}

/** Checks the database and the files beside it, and applies the saved settings to `config` if there are any. */
async function checkData(engine: Engine, config: Config, tools: Tools): Promise<DataChecks> {
	const found = (...findings: string[]): DataChecks => ({ findings });
	const { name } = engine;
	const open = engine.privateFiles.flatMap((file) =>
		((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY) === 0
			? []
			: [`Other users of this machine can read ${file}: run "chmod 600 ${file}".`],
	);
	let db: Db | undefined;
	try {
		if (!(await engine.exists())) {
			await engine.checkUsable();
			return { findings: [], signIn: {}, isNew: true };
		}
		const [damage] = await engine.findDamage();
		if (damage !== undefined) {
			return found(
				`The database ${name} is corrupt (${damage}): restore a backup with plateia restore FOLDER.`,
			);
		}
		db = engine.open();
		const { version, pending, unknown } = await readSchemaState(db);
		if (unknown.length > 0) {
			return found(
				`The database ${name} is newer than this version of the site: start the newer version again, or restore a backup of this one.`,
			);
		}
		if (version === undefined) return { findings: open, signIn: {} };
		const saved = await applySaved(db, engine, config, tools);
		const { failed } = await summariseOutbox(db);
		const messages =
			failed > 0
				? [`${failed} message(s) to the redeem bot failed: resend them on the site's page Orders.`]
				: [];
		// In the database of an earlier version the tables may be missing.
		const isCurrent = pending.length === 0;
		const tested = {
			db,
			engine,
			imageFolder: config.IMAGE_FOLDER,
			waitForTakeover: () => sleep(TAKEOVER_MS),
		};
		const processes = isCurrent ? await checkProcesses(tested) : [];
		return { ...saved, findings: [...open, ...saved.findings, ...processes, ...messages] };
	} catch (error) {
		if (error instanceof StartError) {
			return found(...open, `${error.message} Restore it, or remove it; see docs/operations.md.`);
		}
		return found(databaseFault(engine, error, config.DATABASE_URL));
	} finally {
		await db?.destroy();
	}
}

/** Applies the saved settings to `config`, and finds those that do not apply. */
export async function applySaved(
	...[db, { keyFile = "", folder = "." }, config, { environment, now }]: [
		Db,
		Engine,
		Config,
		Pick<Tools, "environment" | "now">,
	]
): Promise<DataChecks> {
	const unreadable: string[] = [];
	const log = {
		info() {},
		error({ setting, settings }: { setting?: string; settings?: string[] }) {
			unreadable.push(...(settings ?? []), ...(setting === undefined ? [] : [setting]));
		},
	};
	const hasKey = existsSync(keyFile);
	const key = hasKey ? readKeyFile(keyFile) : undefined;
	const box = createSecretBox(key ?? LOST_KEY, "settings");
	// An unreadable secret is reported as missing.
	const fixed = signInTextsIn(environment);
	let isSecretUnreadable = false;
	const error = () => {
		isSecretUnreadable = true;
	};
	const signIn = storedBeside(fixed, await readSignIn({ db, box, log: { error } }));
	const completed = withPlaceholders({ ...environment, ...signIn, ...fixed });
	const faults = checkSettings(completed);
	if (faults.length > 0) return { findings: faults };
	Object.assign(config, readConfig(completed));
	await openSettings({
		...{ db, config, now, box, log, environment: completed },
		backupFolder: join(folder, "backups"),
	});
	if (!hasKey && (isSecretUnreadable || unreadable.length > 0)) {
		const finding = `The key file ${keyFile} is missing, so what admins have entered as a secret cannot be read: put its copy back, or start the site and enter it again.`;
		return { findings: [finding] };
	}
	const findings = unreadable.map(
		(name) => `The saved setting ${name} does not apply: enter it again on the settings page.`,
	);
	return { findings, signIn, key };
}

async function checkProvider(config: Config, tools: Tools, missing: readonly string[]): Promise<string[]> {
	const { environment, fetcher, now } = tools;
	let ahead = 0;
	const timed: typeof fetch = async (...request) => {
		const response = await fetcher(...request);
		// A cache states the age of its answer.
		const at =
			Date.parse(response.headers.get("Date") ?? "") + Number(response.headers.get("Age") ?? 0) * 1000;
		if (!Number.isNaN(at)) ahead = Math.round((now().getTime() - at) / 1000);
		return response;
	};
	let metadata: ProviderMetadata;
	try {
		metadata = await discover(config.OIDC_ISSUER, timed);
	} catch (error) {
		return [
			`The sign-in provider cannot be used (${reasonOf(error)}): check OIDC_ISSUER and this machine's network.`,
		];
	}
	const findings = unmetDemandsOf(metadata).map(
		(demand) =>
			`The sign-in provider demands ${demand}, which the site does not support: turn the demand off there, or use another provider; see docs/sign-in.md.`,
	);
	if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_S) {
		const difference = `${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"}`;
		findings.push(
			`The clock of this machine is ${difference} that of the sign-in provider: set it, for example with "timedatectl set-ntp true".`,
		);
	}
	const isKnown = !missing.includes("OIDC_CLIENT_ID") && !missing.includes("OIDC_CLIENT_SECRET");
	const code = isKnown && findings.length === 0 ? await refusalOfClient(metadata, config, tools) : undefined;
	if (code === undefined) return findings;
	const where = environment.OIDC_CLIENT_SECRET
		? "in the settings file, and restart the site"
		: 'by "plateia setup"';
	return [
		`Nobody can sign in, because the sign-in provider refuses the site's client ID or client secret (${code}): enter both again as the provider's page shows them, ${where}.`,
	];
}

/** The provider's refusal of the site's client, found with a code that the provider has not issued; undefined without one. */
async function refusalOfClient(metadata: ProviderMetadata, config: Config, { fetcher, now }: Tools) {
	const redirect_uri = `${config.APP_ORIGIN}/login/callback`;
	const fields = { code: "not-issued", redirect_uri, code_verifier: "-".repeat(43) };
	try {
		await createOidcClient({ config, now, fetcher }, metadata).requestTokens("authorization_code", fields);
	} catch (error) {
		const code = error instanceof OAuth2RequestError ? error.code : "";
		if (code === "invalid_client" || code === "unauthorized_client") return code;
	}
	return undefined;
}

async function checkBot({ REDEEM_BOT_URL, TEST_ORIGIN }: Config, { environment }: Tools): Promise<string[]> {
	if (REDEEM_BOT_URL === undefined) return [];
	// Like the site: only addresses of the environment may be in its own network.
	const trusted = [
		environment.REDEEM_BOT_URL ? new URL(environment.REDEEM_BOT_URL).origin : "",
		TEST_ORIGIN ?? "",
	];
	const { host } = new URL(REDEEM_BOT_URL);
	try {
		const { status, body } = await createOutgoingFetch(new Set(trusted))(REDEEM_BOT_URL, {
			headers: {},
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "manual",
		});
		await body?.cancel();
		if (status < 500 && status !== 404 && status !== 410) return [];
		return [
			`The redeem bot at ${host} answers with status ${status}: check its address and whether it runs.`,
		];
	} catch (error) {
		return [
			`The redeem bot at ${host} cannot be reached (${reasonOf(error)}): check its address and whether it runs.`,
		];
	}
}

async function checkBackups({ BACKUP_FOLDER, BACKUP_EVERY_HOURS }: Config, now: Date): Promise<string[]> {
	if (BACKUP_FOLDER === undefined) {
		return ["Backups are off: turn them on under Settings, Rules and backups, or set BACKUP_FOLDER."];
	}
	const [newest] = await listBackups(BACKUP_FOLDER, now);
	if (newest === undefined) {
		return [
			`There is no backup in ${BACKUP_FOLDER}: start the site, which makes one, or run plateia backup.`,
		];
	}
	const hours = (now.getTime() - madeAtOf(newest).getTime()) / HOUR_MS;
	if (hours <= BACKUP_EVERY_HOURS * BACKUP_LATE) return [];
	return [
		`The last backup in ${BACKUP_FOLDER} is ${Math.floor(hours)} h old: look for backup-failed in the log, and run plateia backup.`,
	];
}

const STORE_ADVICE: Record<StoreFault, string> = {
	keys: "check BACKUP_S3_KEY_ID and BACKUP_S3_SECRET, and that the key is for this bucket",
	bucket: "check BACKUP_S3_BUCKET",
	region: "check BACKUP_S3_REGION",
	clock: 'set the clock of this machine, for example with "timedatectl set-ntp true"',
	private:
		"an address that is not public, or not https, must be set as BACKUP_S3_ENDPOINT in the settings file",
	...{
		timeout: "check this machine's network",
		unreachable: "check BACKUP_S3_ENDPOINT and this machine's network",
	},
	other: "look for backup-copy-failed in the log",
};

/** Whether the store for copies of backups can be read and has a recent one. */
async function checkCopies(config: Config, { environment, now }: Tools): Promise<string[]> {
	const store = openStoreOf(config, environment, { now, ended: AbortSignal.timeout(2 * TIMEOUT_MS) });
	if (!store || config.BACKUP_FOLDER === undefined) return [];
	try {
		const newest = (await listCopies(store)).find(({ isComplete }) => isComplete);
		const hours = newest ? (now().getTime() - madeAtOf(newest.name).getTime()) / HOUR_MS : undefined;
		if (hours !== undefined && hours <= config.BACKUP_EVERY_HOURS * BACKUP_LATE) return [];
		const state =
			hours === undefined ? "There is no backup" : `The last backup is ${Math.floor(hours)} h old`;
		return [
			`${state} at ${store.name}: start the site, which copies each one, and look for backup-copy-failed in its log.`,
		];
	} catch (error) {
		return [
			`Backups cannot be copied to ${store.name} (${reasonOf(error)}): ${STORE_ADVICE[storeFaultOf(error)]}.`,
		];
	}
}

/** The innermost cause of an error. */
function reasonOf(error: unknown): string {
	if (error instanceof AggregateError) return reasonOf(error.errors[0]);
	if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
	if (error instanceof Error && error.name === "ZodError") return "its metadata are incomplete";
	return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
