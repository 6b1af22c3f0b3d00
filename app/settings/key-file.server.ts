import { randomBytes } from "node:crypto";
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { StartError } from "~/storage/site-database.server";

const KEY = /^[0-9a-f]{64}$/;

/**
 * Reads the key of a site: 64 hexadecimal digits in a file of mode 0600. Creates the file if it does not exist. Backups
 * do not contain it.
 * @throws {StartError} naming the file, if it cannot be read or created or has other content.
 */
export function readKeyFile(path: string): string {
	try {
		const key = existsSync(path) ? readFileSync(path, "utf8").trim() : createKeyFile(path);
		if (KEY.test(key)) return key;
	} catch (error) {
		throw new StartError(`The key file ${path} cannot be used: ${(error as Error).message}`, error);
	}
	throw new StartError(`The key file ${path} is damaged: it must have 64 hexadecimal digits.`);
}

function createKeyFile(path: string): string {
	const key = randomBytes(32).toString("hex");
	const folder = dirname(path);
	mkdirSync(folder, { recursive: true });
	const part = `${path}.part`;
	rmSync(part, { force: true });
	writeFileSync(part, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
	linkSync(part, path);
	rmSync(part);
	// The key must survive a power failure that the database survives.
	const entry = openSync(folder, "r");
	fsyncSync(entry);
	closeSync(entry);
	return key;
}
