/** The packages that a release needs at run time, by the lock file. */
import { readFileSync } from "node:fs";

/** A system that a release is made for. */
export interface Target {
	cpu: "x64" | "arm64";
	libc: "glibc" | "musl";
}

export const TARGETS: readonly Target[] = [
	{ cpu: "x64", libc: "glibc" },
	{ cpu: "arm64", libc: "glibc" },
	{ cpu: "x64", libc: "musl" },
	{ cpu: "arm64", libc: "musl" },
];

/** Such as `linux-x64` and `linux-arm64-musl`. */
export const nameOfTarget = ({ cpu, libc }: Target): string =>
	`linux-${cpu}${libc === "musl" ? "-musl" : ""}`;

export interface LockedPackage {
	version: string;
	integrity: string;
	license?: string;
	os?: string[];
	cpu?: string[];
	libc?: string[];
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The packages of `package-lock.json` by their folder, such as `node_modules/a/node_modules/b`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** @param root the folder of the clone. */
export const readLock = (root: string): Lock =>
	JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")).packages;

/** The name of the package in a folder of the lock file. */
export const nameOfPackage = (folder: string): string =>
	folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/** Needed to compile better-sqlite3, and by web-encoding in React Native. */
const UNUSED = new Set(["@zxing/text-encoding", "node-addon-api"]);

/**
 * The folders of the packages and of everything that they need on a system, sorted. Optional peers are left out.
 * @throws if a package is not in the lock file.
 */
export function findPackages(lock: Lock, names: readonly string[], target: Target): string[] {
	const found = new Set<string>();
	const add = (from: string, name: string, isOptional: boolean) => {
		const folder = resolve(lock, from, name);
		if (folder === undefined) {
			if (isOptional) return;
			throw new Error(`${name}, which ${from || "the site"} needs, is not in package-lock.json`);
		}
		const entry = lock[folder];
		if (!entry || found.has(folder) || UNUSED.has(name) || !runsOn(entry, target)) return;
		found.add(folder);
		const peers = entry.peerDependencies ?? {};
		for (const needed of Object.keys(entry.dependencies ?? {})) add(folder, needed, false);
		for (const needed of Object.keys(entry.optionalDependencies ?? {})) add(folder, needed, true);
		for (const needed of Object.keys(peers))
			if (!entry.peerDependenciesMeta?.[needed]?.optional) add(folder, needed, false);
	};
	for (const name of names) add("", name, false);
	return [...found].sort();
}

/** The folder in which Node finds the package `name`, imported by the package in the folder `from`. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
		const candidate = `${folder}${folder && "/"}node_modules/${name}`;
		if (candidate in lock) return candidate;
		if (folder === "") return undefined;
	}
}

function runsOn({ os, cpu, libc }: LockedPackage, target: Target): boolean {
	const fits = (listed: string[] | undefined, wanted: string) => !listed || listed.includes(wanted);
	return fits(os, "linux") && fits(cpu, target.cpu) && fits(libc, target.libc);
}
