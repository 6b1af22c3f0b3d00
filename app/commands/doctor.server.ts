import { existsSync, realpathSync, statSync } from "node:fs";
import { DEFAULT_PORT, readEnvironment } from "~/lib/config.server";
import { readEnvFile } from "../../bin/read-env-file.mjs";
import {
	checkAddress,
	checkBuild,
	checkDatabaseFolder,
	checkDisks,
	checkFolders,
	checkNativeModules,
	checkService,
	checkSettings,
	findMisspelt,
	findUnknown,
	MACHINE,
	type Machine,
} from "./checks.server";
import { type ExitCode, fail } from "./exit.server";
import { checkMemoryLimit } from "./memory-limit.server";
import { nodeFault } from "./node-version.server";

interface Tools {
	environment: Record<string, string | undefined>;
	/** The variables of `.env`, which are also in `environment`. */
	file: Record<string, string | undefined>;
	fetcher: typeof fetch;
	now: () => Date;
	/** Called before a check that takes long. */
	announce?(text: string): void;
	/** The times of the check of event streams, in ms. */
	streamMs?: { first: number; heartbeat: number };
	machine?: Partial<Machine>;
	/** For tests. By default those of this process. */
	nodeVersion?: string;
	build?: string;
	modules?: Parameters<typeof checkNativeModules>[0];
}

export interface Diagnosis {
	/** Sentences that each name a fault and what to do; none for a site that is well. */
	findings: string[];
	/** Whether the site runs on its port. */
	isRunning: boolean;
}

/**
 * Checks machine, settings, data and services. The site may be running. Changes nothing, except that SQLite may create
 * the files of the write-ahead log.
 */
export async function diagnose(tools: Tools): Promise<Diagnosis> {
	const { environment, file, fetcher, nodeVersion = process.versions.node } = tools;
	const node = nodeFault(nodeVersion);
	const native = await checkNativeModules(tools.modules);
	const { PORT = DEFAULT_PORT, HOST = "" } = environment;
	const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
	const isRunning = await isPlateia(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}`, fetcher);
	const settings = checkSettings(environment);
	const machine = { ...MACHINE, ...tools.machine };
	const folders = native.length > 0 ? [] : checkFolders(environment, machine);
	const isUsable = folders.length === 0;
	const findings = [
		...(node === undefined ? [] : [node]),
		...checkBuild(tools.build),
		...native,
		...findMisspelt(environment),
		...findUnknown(file),
		...checkMemoryLimit(environment),
		...settings,
		...folders,
		...checkService(environment, machine),
		...(isUsable ? [...checkDatabaseFolder(environment), ...(await checkDisks(environment, machine))] : []),
		...(isRunning ? [] : await checkAddress(environment, machine)),
	];
	if (native.length > 0 || settings.length > 0) return { findings, isRunning };
	// Imported here, because the import fails if the driver cannot be loaded.
	const { checkServer, checkSite } = await import("./site-checks.server");
	const more = isUsable ? await checkSite({ ...tools, isRunning }) : await checkServer(environment);
	return { findings: [...findings, ...more], isRunning };
}

/** Whether the health check of an address is answered by a site of this kind. */
export async function isPlateia(origin: string, fetcher: typeof fetch): Promise<boolean> {
	try {
		const response = await fetcher(`${origin}/healthz`, {
			redirect: "manual",
			signal: AbortSignal.timeout(5000),
		});
		const answer: unknown = await response.json();
		if (typeof answer !== "object" || answer === null) return false;
		return "trouble" in answer || ("status" in answer && answer.status === "setup");
	} catch {
		return false;
	}
}

/** The variables of a file, and a sentence if accounts other than the site's can read them. @throws if it cannot be read. */
function readFileOfSettings(path: string) {
	if (!existsSync(path)) return { file: {}, exposed: [] };
	const file = readEnvFile(path);
	const real = realpathSync(path);
	const isExposed = (statSync(real).mode & 0o004) !== 0;
	return {
		file,
		exposed: isExposed ? [`Other users of this machine can read ${real}: run "chmod o= ${real}".`] : [],
	};
}

/** Prints the findings. Fails if there are any. `path` is the file of settings. */
export async function doctor(path = ".env"): Promise<ExitCode> {
	let settings: ReturnType<typeof readFileOfSettings>;
	try {
		settings = readFileOfSettings(path);
	} catch (error) {
		return fail(
			`- The settings cannot be read (${(error as Error).message}): let the site's user read ${path}. For a site of install.sh, run "chown root:plateia /etc/plateia.env; chmod 640 /etc/plateia.env".`,
		);
	}
	const { file, exposed } = settings;
	const environment = readEnvironment();
	const { findings: others, isRunning } = await diagnose({
		...{ environment, file, fetcher: fetch },
		now: () => new Date(),
		announce: (text) => console.log(text),
	});
	const findings = [...exposed, ...others];
	console.log(isRunning ? "The site runs." : "The site does not run.");
	if (findings.length === 0) {
		console.log("Nothing is wrong.");
		return 0;
	}
	return fail(findings.map((finding) => `- ${finding}`).join("\n"));
}
