/** Checks of the processes of a site on a database server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "db/database";
import type { Engine, Node } from "db/engine";
import { readKeyFile } from "~/settings/key-file.server";
import { isGone, isSharedKey } from "~/settings/shared-key.server";
import { type Found, sentencesOf } from "./host-check.server";
import { findUploadedPictures } from "./picture-names.queries.server";

/** Certificates and logs need the clock of each machine. */
const MAX_CLOCK_DIFFERENCE_MS = 2000;
/** Connections for commands and a backup. */
const OTHER_CONNECTIONS = 6;

interface Examined {
	db: Db;
	engine: Pick<Engine, "readProcesses" | "findLeftoverCopies" | "keyFile">;
	/** Undefined if the pictures are in a store. */
	imageFolder: string | undefined;
	/** Waits a little longer than a takeover takes. */
	waitForTakeover(): Promise<unknown>;
}

/** @returns one sentence per finding; none for a file, which only one process can serve. */
export async function checkProcesses(tools: Examined): Promise<string[]> {
	const { db, engine, imageFolder } = tools;
	const known = await engine.readProcesses(db);
	if (!known) return [];
	const { nodes, now, connections } = known;
	const running = nodes.filter((node) => !isGone(node));
	return sentencesOf([
		nodes.filter((node) => isGone(node) && !isReplaced(node, nodes, now)).map(silentSentence),
		running.map(checkClock),
		await checkLeader(running, tools),
		running.length > 0 && (await checkKey(db, engine, running)),
		imageFolder !== undefined && (await checkPictures(db, imageFolder)),
		checkConnections(running.length, connections),
		(await engine.findLeftoverCopies(db)).map(leftoverSentence),
	]);
}

/** Whether another process started on the same machine after this one was last seen, as a process manager does. */
const isReplaced = (gone: Node, nodes: readonly Node[], now: Date): boolean =>
	nodes.some(
		({ host, startedAt }) => host === gone.host && startedAt.getTime() >= now.getTime() - gone.silentMs,
	);

const silentSentence = ({ host, silentMs }: Node): string =>
	`A process on ${host} has not been heard for ${Math.floor(silentMs / 1000)} s, and has not stopped properly: check on that machine whether the process was killed, is frozen or cannot reach the database, and start it again. If you removed it on purpose, ignore this: the first start of any process after an hour deletes its entry.`;

const leftoverSentence = (name: string): string =>
	`The database ${name} is a copy that a killed backup or restore has left on the server: if no backup or restore runs now, remove it with "dropdb ${name}".`;

function checkClock({ host, clockAheadMs }: Node): Found {
	const difference = `${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s ${clockAheadMs > 0 ? "ahead of" : "behind"}`;
	return (
		Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS &&
		`The clock of ${host} is ${difference} that of the database server: set the clocks of both machines, for example with "timedatectl set-ntp true".`
	);
}

async function checkLeader(
	running: readonly Node[],
	{ db, engine, waitForTakeover }: Examined,
): Promise<Found> {
	if (running.length === 0 || hasLeader(running)) return false;
	await waitForTakeover();
	const later = (await engine.readProcesses(db))?.nodes.filter((node) => !isGone(node)) ?? [];
	return (
		later.length > 0 &&
		!hasLeader(later) &&
		`None of the ${later.length} process(es) leads, so games, sign-ins and claims are refused: look for cluster-connection-lost in the logs of the processes, and in pg_stat_activity of the database server for a transaction that holds a lock on the table leases.`
	);
}

const hasLeader = (nodes: readonly Node[]) => nodes.some(({ epoch }) => epoch !== undefined);

async function checkKey(
	db: Db,
	{ keyFile = "" }: Pick<Engine, "keyFile">,
	running: readonly Node[],
): Promise<Found> {
	const hosts = [...new Set(running.map(({ host }) => host))].join(", ");
	if (!existsSync(keyFile))
		return `There is no key file ${keyFile}, but processes run on ${hosts}: copy their key file to this machine, or set DATA_FOLDER to the folder that they share.`;
	return (
		!(await isSharedKey(db, readKeyFile(keyFile))) &&
		`The key file ${keyFile} differs from that of the processes that run on ${hosts}: copy their key file to this machine.`
	);
}

async function checkPictures(db: Db, folder: string): Promise<Found> {
	const names = await findUploadedPictures(db);
	const missing = names.filter((name) => !existsSync(join(folder, name)));
	return (
		missing.length > 0 &&
		`${missing.length} of ${names.length} uploaded pictures are not in ${folder}, such as ${missing[0]}: set IMAGE_FOLDER to the folder that all processes share, or copy the pictures from a backup.`
	);
}

function checkConnections(running: number, limits: { allowed: number; perProcess: number }): Found {
	const processes = Math.max(1, running);
	const needed = processes * limits.perProcess + OTHER_CONNECTIONS;
	return (
		needed > limits.allowed &&
		`The database server allows ${limits.allowed} connections, but ${processes} process(es) of the site, with commands and backups, need up to ${needed}: raise max_connections in postgresql.conf and restart the server.`
	);
}
