import { existsSync, realpathSync, statSync } from "node:fs";
import { OperatorError } from "db/engine";
import { readEnvironment } from "~/lib/config.server";
import { readEnvFile } from "../../bin/read-env-file.mjs";
import {
	checkSettings,
	folders,
	MACHINE,
	MACHINE_CHECKS,
	nativeModules,
	PROGRAM_CHECKS,
} from "./checks.server";
import { type Machine, ownOrigin, runHostChecks, type Subject } from "./host-check.server";

type Options = Omit<Subject, "isRunning" | "machine"> & { machine?: Partial<Machine> };

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
export async function diagnose(options: Options): Promise<Diagnosis> {
	const { environment, fetcher } = options;
	const isRunning = await isPlateia(ownOrigin(environment), fetcher);
	const subject: Subject = { ...options, machine: { ...MACHINE, ...options.machine }, isRunning };
	const findings = await runHostChecks([...PROGRAM_CHECKS, ...MACHINE_CHECKS], subject);
	const native = await runHostChecks([nativeModules], subject);
	if (native.length > 0 || checkSettings(environment).length > 0) return { findings, isRunning };
	// Imported here, because the import fails if the driver cannot be loaded.
	const { checkServer, checkSite } = await import("./site-checks.server");
	const isUsable = (await runHostChecks([folders], subject)).length === 0;
	const more = isUsable ? await checkSite(subject) : await checkServer(environment);
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
export async function doctor(path = ".env"): Promise<void> {
	let settings: ReturnType<typeof readFileOfSettings>;
	try {
		settings = readFileOfSettings(path);
	} catch (error) {
		throw new OperatorError(
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
	if (findings.length > 0) throw new OperatorError(findings.map((finding) => `- ${finding}`).join("\n"));
	console.log("Nothing is wrong.");
}
