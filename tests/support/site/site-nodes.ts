import { type Program, SERVER, startProgram } from "./program";
import { freePort, type Site, waitUntilReady } from "./site";

/** An additional process of a site, on the same PostgreSQL database. */
export interface SiteNode extends Program {
	readonly origin: string;
}

/** The network namespace of a process, if it is not that of the tests. */
interface Place {
	/** A command that runs its remaining arguments in the namespace, in the same process. */
	command: readonly [string, ...string[]];
	/** The address of the namespace. */
	host: string;
}

/** Starts an additional process of `site`, and waits until it answers. */
export async function startNode(
	site: Pick<Site, "settings">,
	env: Record<string, string> = {},
	place?: Place,
): Promise<SiteNode> {
	const port = await freePort();
	const origin = `http://${place?.host ?? "localhost"}:${port}`;
	const program = startProgram(place ? [...place.command, ...SERVER] : SERVER, {
		NODE_ENV: "production",
		...site.settings({ PORT: String(port), ...env }),
	});
	await waitUntilReady(origin, program.isRunning, program.logs);
	return { origin, ...program };
}

/** Whether a process leads. */
export const leads = async ({ origin }: { origin: string }): Promise<boolean> => {
	const response = await fetch(`${origin}/healthz?leader`, { signal: AbortSignal.timeout(10_000) }).catch(
		() => undefined,
	);
	await response?.body?.cancel();
	return response?.status === 200;
};
