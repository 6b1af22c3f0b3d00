import { inherited, SERVER, startProgram } from "./program";

/** A server waits several seconds for a database that is in use. */
const ENDS_WITHIN_MS = 60_000;

/** Starts the production server with exactly these settings and waits until it exits. */
export async function runServerToItsEnd(settings: Record<string, string>) {
	const server = startProgram(SERVER, { ...inherited(), NODE_ENV: "production", ...settings });
	const code = await server.end(undefined, ENDS_WITHIN_MS);
	return { code, output: server.logs() };
}
