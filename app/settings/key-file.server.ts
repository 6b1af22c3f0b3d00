import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, `${key}\n`, { mode: 0o600, flag: "wx" });
	return key;
}
