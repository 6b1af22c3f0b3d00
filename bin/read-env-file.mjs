import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * The variables of a file such as `.env`; none if it does not exist. A byte order mark is dropped, which Node would take for a
 * part of the first name: editors on Windows write one.
 * @returns {Record<string, string>}
 */
export const readEnvFile = (path = ".env") =>
	existsSync(path) ? parseEnv(readFileSync(path, "utf8").replace(/^\ufeff/, "")) : {};

/** Sets the variables of a file that are not set yet. */
export function loadEnvFile(path = ".env") {
	for (const [name, value] of Object.entries(readEnvFile(path))) process.env[name] ??= value;
}
