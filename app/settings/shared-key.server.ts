import { createHmac } from "node:crypto";
import type { Db } from "db/database";
import type { Cluster, Engine, Node } from "db/engine";
import { transact } from "db/transact";
import { StartError } from "~/storage/site-database.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";

const NAME = "keyFingerprint";
/** A process that has not been seen for this time no longer runs. */
const GONE_MS = 10_000;

export const isGone = ({ silentMs }: Pick<Node, "silentMs">): boolean => silentMs >= GONE_MS;

interface Tools {
	db: Db;
	engine: Pick<Engine, "readProcesses" | "keyFile">;
	cluster: Pick<Cluster, "id">;
	now: () => Date;
	key: string;
}

/**
 * Checks that this process has the same key as the other processes. With another key it could read neither their sessions nor
 * the stored secrets. Does nothing for a file, which only one process can serve.
 * @throws {StartError} while a process with another key runs.
 */
export async function checkSharedKey({ db, engine, cluster, now, key }: Tools): Promise<void> {
	const processes = await engine.readProcesses(db);
	if (!processes || (await isSharedKey(db, key))) return;
	const others = processes.nodes.filter((node) => node.id !== cluster.id && !isGone(node));
	if (others.length > 0) {
		throw new StartError(
			`The key file ${engine.keyFile} differs from that of the processes that run (${others.map(({ host }) => host).join(", ")}). Copy their key file to this machine.`,
		);
	}
	await transact(db, (trx) => saveSettings(trx, { [NAME]: fingerprintOf(key) }, now().toISOString()));
}

const fingerprintOf = (key: string): string => createHmac("sha256", key).update(NAME).digest("hex");

/** Whether the processes that last served the database have this key. */
export const isSharedKey = async (db: Db, key: string): Promise<boolean> =>
	(await findSettings(db, [NAME]))[NAME] === fingerprintOf(key);
