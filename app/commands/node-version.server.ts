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
 * @returns a sentence if it is not in the range of `engines`, such as `^22.14 || >=24`; undefined otherwise.
 */
export function nodeFault(version: string): string | undefined {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const { node } = readPackage().engines;
	for (const [, operator, oldestMajor, oldestMinor = 0] of node.matchAll(/(\^|>=)(\d+)(?:\.(\d+))?/g)) {
		if (major === Number(oldestMajor) && minor >= Number(oldestMinor)) return undefined;
		if (operator === ">=" && major > Number(oldestMajor)) return undefined;
	}
	const oldest = node.match(/[\d.]+/g)?.join(" or ");
	return `This needs Node.js ${oldest}, or a later release of these; this is ${version}.`;
}
