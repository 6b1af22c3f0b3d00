/** Checks of a site's data and services, with the settings that admins have saved. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_DATA_FOLDER, hasUnescapedUser, isPostgresUrl } from "db/address";
import type { Db } from "db/database";
import { type Engine, OperatorError } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { readSchemaState } from "db/migrate";
import { engineAt } from "db/open";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { CLOCK_TOLERANCE_SECONDS, createOidcClient } from "~/account/oidc-client.server";
import { discover, type ProviderMetadata, unmetDemandsOf } from "~/account/provider-metadata.server";
import { listCopies } from "~/backups/copies.server";
import { listBackups, madeAtOf } from "~/backups/manifest.server";
import { openStoreOf, type StoreFault, storeFaultOf } from "~/http/object-store.server";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import { readOutsideJson } from "~/http/outside-json.server";
import { en } from "~/i18n/en";
import { formatDecimals } from "~/i18n/format";
import { summariseJobs } from "~/jobs/jobs.queries.server";
import { type Config, readConfig } from "~/lib/config.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { proxyQuestion } from "~/operations/proxy-view.server";
import { BACKUP_LATE, findProblems, type SiteProblem } from "~/operations/site-checks";
import type { SiteState } from "~/operations/site-state";
import { listStored, openPictureStore } from "~/pictures/picture-store.server";
import { readKeyFile } from "~/settings/key-file.server";
import { openSettings } from "~/settings/settings.server";
import {
	missingIn,
	type SignInTexts,
	signInTextsIn,
	storedBeside,
	withPlaceholders,
} from "~/setup/sign-in-settings.server";
import { readSignIn } from "~/setup/sign-in-store.server";
import { StartError } from "~/storage/site-database.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { checkSettings } from "./checks.server";
import { type Found, ownOrigin, runHostChecks, type Subject, sentencesOf } from "./host-check.server";
import { findUploadedPictures } from "./picture-names.queries.server";
import { checkProcesses } from "./process-checks.server";
import { checkProxy } from "./proxy-checks.server";

/** What the checks of the services examine. */
interface Services extends Subject {
	config: Config;
	/** The settings of the sign-in that are not set. */
	missing: readonly string[];
	/** The site's key; undefined if it cannot be read. */
	key: string | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 5000;
/** A new leader is elected within 5 s. */
const TAKEOVER_MS = 6000;
/** Opens nothing. */
const LOST_KEY = "-".repeat(64);
const OTHERS_MAY = 0o077;

/** Checks of the services, for `plateia doctor`. */
const SERVICE_CHECKS: ((services: Services) => Found | Promise<Found>)[] = [
	(services) => !services.missing.includes("OIDC_ISSUER") && checkProvider(services),
	({ missing, config, key, ...subject }) =>
		!missing.includes("APP_ORIGIN") && checkProxy(config, subject, key),
	checkBot,
	checkCopies,
];

/**
 * Checks database and key file, the processes of the site, and its services. Adds the problems of {@link findProblems} that the
 * database, the backups or the running site tell.
 */
export async function checkSite(subject: Subject): Promise<string[]> {
	const { environment, now } = subject;
	const config = readConfig(withPlaceholders(environment));
	const engine = engineAt(config.DATABASE_URL, config.DATA_FOLDER);
	const { findings, signIn, isNew, key, outbox } = await checkData(engine, config, subject);
	const missing = missingIn({ ...signIn, ...signInTextsIn(environment) });
	if (signIn && missing.length > 0) {
		const elsewhere = isNew
			? ` If this site was set up before, correct DATABASE_URL: there is no ${engine.name}.`
			: "";
		findings.push(
			`Nobody can sign in, because ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set: start the site, then run "plateia setup", which prints the link of the setup.${elsewhere}`,
		);
	}
	const services = await runHostChecks(SERVICE_CHECKS, { ...subject, config, missing, key });
	const running = await askSite(subject, key);
	const names = running.map(({ name }) => name);
	const others = findProblems({ outbox, backup: await readBackup(config, now()) });
	const problems = [...running, ...others.filter(({ name }) => !names.includes(name))];
	return [...findings, ...services, ...problems.map(sentenceOf)];
}

/** A problem in the words of the operations page. */
function sentenceOf({ name, severity, count }: SiteProblem): string {
	const { weights, problems } = en.operations;
	const number = formatDecimals(count, "en", 0, 0);
	const weight = weights[severity === "warning" ? "warning" : "bad"];
	return `${weight} ${problems[name].replace("{{count, number}}", number)}`;
}

/** The problems that the running site has found; none if it does not answer. */
async function askSite({ environment, fetcher, now, isRunning }: Subject, key?: string) {
	if (!isRunning || key === undefined) return [];
	try {
		const headers = { Authorization: proxyQuestion(key, now()) };
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const response = await fetcher(`${ownOrigin(environment)}/healthz`, { headers, signal });
		return ((await readOutsideJson(response)) as { found?: SiteProblem[] }).found ?? [];
	} catch {
		return [];
	}
}

async function readBackup(
	{ BACKUP_FOLDER, BACKUP_EVERY_HOURS }: Config,
	now: Date,
): Promise<SiteState["backup"]> {
	if (BACKUP_FOLDER === undefined) return null;
	const [newest] = await listBackups(BACKUP_FOLDER, now);
	const ageMs = newest === undefined ? null : now.getTime() - madeAtOf(newest).getTime();
	return { everyMs: BACKUP_EVERY_HOURS * HOUR_MS, ageMs };
}

interface DataChecks {
	findings: string[];
	/** The stored settings of the sign-in; undefined if they cannot be read or are invalid. */
	signIn?: SignInTexts;
	/** Whether there is no database yet. */
	isNew?: true;
	key?: string | undefined;
	outbox?: SiteState["outbox"];
}

/** Checks only whether the database's server can be used, for a site whose folders cannot be. */
export async function checkServer({
	DATABASE_URL = "",
	DATA_FOLDER,
}: Subject["environment"]): Promise<string[]> {
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
	if (error instanceof OperatorError) return error.message;
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
async function checkData(engine: Engine, config: Config, subject: Subject): Promise<DataChecks> {
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
				`The migrations of the database ${name} are not those of this version of the site (it is newer, or of a development version before 0.1.0): start its version again, or restore a backup of this one.`,
			);
		}
		if (version === undefined) return { findings: open, signIn: {} };
		const saved = await applySaved(db, engine, config, subject);
		// In the database of an earlier version the tables may be missing.
		const isCurrent = pending.length === 0;
		const messages = isCurrent ? await summariseJobs(db, redeemMessage.kind) : { pending: 0, failed: 0 };
		// The age of the oldest message counts only while the site runs.
		const outbox = { ...messages, oldestMs: null };
		const tested = {
			db,
			engine,
			imageFolder: config.PICTURE_S3_ENDPOINT === undefined ? config.IMAGE_FOLDER : undefined,
			waitForTakeover: () => sleep(TAKEOVER_MS),
		};
		const processes = isCurrent ? await checkProcesses(tested) : [];
		const pictures = sentencesOf([isCurrent && (await checkPictureStore(db, config))]);
		return { ...saved, outbox, findings: [...open, ...saved.findings, ...processes, ...pictures] };
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
		Pick<Subject, "environment" | "now">,
	]
): Promise<DataChecks> {
	const unreadable: string[] = [];
	const log = {
		info() {},
		error({ setting, settings = [] }: { setting?: string; settings?: string[] }) {
			unreadable.push(...settings, ...(setting === undefined ? [] : [setting]));
		},
	};
	const hasKey = existsSync(keyFile);
	const key = hasKey ? readKeyFile(keyFile) : undefined;
	const box = createSecretBox(key ?? LOST_KEY, "settings");
	const fixed = signInTextsIn(environment);
	const signIn = storedBeside(fixed, await readSignIn({ db, box, log }));
	const completed = withPlaceholders({ ...environment, ...signIn, ...fixed });
	const faults = checkSettings(completed);
	if (faults.length > 0) return { findings: faults };
	Object.assign(config, readConfig(completed));
	await openSettings({
		...{ db, config, now, box, log, environment: completed },
		backupFolder: join(folder, "backups"),
	});
	if (!hasKey && unreadable.length > 0) {
		const finding = `The key file ${keyFile} is missing, so what admins have entered as a secret cannot be read: put its copy back, or start the site and enter it again.`;
		return { findings: [finding] };
	}
	// An unreadable client secret is reported as missing.
	const findings = unreadable
		.filter((name) => name !== "OIDC_CLIENT_SECRET")
		.map((name) => `The saved setting ${name} does not apply: enter it again on the settings page.`);
	return { findings, signIn, key };
}

async function checkProvider(services: Services): Promise<Found> {
	const { config, environment, fetcher, now, missing } = services;
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
		return `The sign-in provider cannot be used (${reasonOf(error)}): check OIDC_ISSUER and this machine's network.`;
	}
	const findings = unmetDemandsOf(metadata).map(
		(demand) =>
			`The sign-in provider demands ${demand}, which the site does not support: turn the demand off there, or use another provider; see docs/sign-in.md.`,
	);
	if (Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS) {
		const difference = `${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"}`;
		findings.push(
			`The clock of this machine is ${difference} that of the sign-in provider: set it, for example with "timedatectl set-ntp true".`,
		);
	}
	const isKnown = !missing.includes("OIDC_CLIENT_ID") && !missing.includes("OIDC_CLIENT_SECRET");
	if (!isKnown || findings.length > 0) return findings;
	const code = await refusalOfClient(metadata, services);
	const where = environment.OIDC_CLIENT_SECRET
		? "in the settings file, and restart the site"
		: 'by "plateia setup"';
	return (
		code &&
		`Nobody can sign in, because the sign-in provider refuses the site's client ID or client secret (${code}): enter both again as the provider's page shows them, ${where}.`
	);
}

/** The provider's refusal of the site's client, found with a code that the provider has not issued; undefined without one. */
async function refusalOfClient(metadata: ProviderMetadata, { config, fetcher, now }: Services) {
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

async function checkBot({ config: { REDEEM_BOT_URL, TEST_ORIGIN }, environment }: Services): Promise<Found> {
	if (REDEEM_BOT_URL === undefined) return false;
	// Like the site: only addresses of the environment may be in its own network.
	const trusted = [
		environment.REDEEM_BOT_URL ? new URL(environment.REDEEM_BOT_URL).origin : "",
		TEST_ORIGIN ?? "",
	];
	const { host } = new URL(REDEEM_BOT_URL);
	const advice = "check its address and whether it runs.";
	try {
		const { status, body } = await createOutgoingFetch(new Set(trusted))(REDEEM_BOT_URL, {
			headers: {},
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "manual",
		});
		await body?.cancel();
		const isWrong = status >= 500 || status === 404 || status === 410;
		return isWrong && `The redeem bot at ${host} answers with status ${status}: ${advice}`;
	} catch (error) {
		return `The redeem bot at ${host} cannot be reached (${reasonOf(error)}): ${advice}`;
	}
}

/** What to do about a fault. @param settings how the names of the store's settings begin. */
const storeAdvice = (settings: "BACKUP_S3" | "PICTURE_S3"): Record<StoreFault, string> => ({
	keys: `check ${settings}_KEY_ID and ${settings}_SECRET, and that the key is for this bucket`,
	bucket: `check ${settings}_BUCKET`,
	region: `check ${settings}_REGION`,
	clock: 'set the clock of this machine, for example with "timedatectl set-ntp true"',
	private: `an address that is not public, or not https, must be set as ${settings}_ENDPOINT in the settings file`,
	...{
		timeout: "check this machine's network",
		unreachable: `check ${settings}_ENDPOINT and this machine's network`,
	},
	other: `look for ${settings === "BACKUP_S3" ? "backup-copy-failed" : "picture-store-away"} in the log`,
});

/** Whether the store of pictures can be read and has all uploaded ones. */
async function checkPictureStore(db: Db, config: Config): Promise<Found> {
	const store = openPictureStore(config);
	if (!store) return false;
	try {
		const stored = await listStored(config);
		const names = await findUploadedPictures(db);
		const missing = names.filter((name) => !stored.has(name));
		return (
			missing.length > 0 &&
			`${missing.length} of ${names.length} uploaded pictures are not in ${store.name}, such as ${missing[0]}: run "plateia pictures" on the machine whose IMAGE_FOLDER has them, or after their backup was restored.`
		);
	} catch (error) {
		return `The pictures in ${store.name} cannot be read (${reasonOf(error)}): ${storeAdvice("PICTURE_S3")[storeFaultOf(error)]}.`;
	}
}

/** Whether the store for copies of backups can be read and has a recent one. */
async function checkCopies({ config, environment, now }: Services): Promise<Found> {
	const store = openStoreOf(config, environment, { now, ended: AbortSignal.timeout(2 * TIMEOUT_MS) });
	if (!store || config.BACKUP_FOLDER === undefined) return false;
	try {
		const newest = (await listCopies(store)).find(({ isComplete }) => isComplete);
		const hours = newest
			? (now().getTime() - madeAtOf(newest.name).getTime()) / HOUR_MS
			: Number.POSITIVE_INFINITY;
		const state = newest ? `The last backup is ${Math.floor(hours)} h old` : "There is no backup";
		return (
			hours > config.BACKUP_EVERY_HOURS * BACKUP_LATE &&
			`${state} at ${store.name}: start the site, which copies each one, and look for backup-copy-failed in its log.`
		);
	} catch (error) {
		return `Backups cannot be copied to ${store.name} (${reasonOf(error)}): ${storeAdvice("BACKUP_S3")[storeFaultOf(error)]}.`;
	}
}

/** The innermost cause of an error. */
function reasonOf(error: unknown): string {
	if (error instanceof AggregateError) return reasonOf(error.errors[0]);
	if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
	if (error instanceof Error && error.name === "ZodError") return "its metadata are incomplete";
	return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
