import { readFileSync } from "node:fs";

interface Package {
	version: string;
	engines: { node: string };
	/** The system that a release is made for; undefined in a clone. */
	os?: string[];
	cpu?: string[];
	libc?: string[];
}

/** `package.json` of the clone or release, which is the working directory. */
export const readPackage = (): Package => JSON.parse(readFileSync("package.json", "utf8"));

/**
 * @param version of Node, such as `22.14.0`.
 * @returns a sentence if it is older than the oldest supported version; undefined otherwise.
 */
export function nodeFault(version: string): string | undefined {
	const oldest = readPackage().engines.node.replace(/^>=/, "");
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
	return `This needs Node.js ${oldest} or newer; this is ${version}.`;
}
