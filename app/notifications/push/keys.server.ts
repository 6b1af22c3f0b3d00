import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Site } from "~/lib/site";
import { findPushKeys, replacePushKeys } from "./push.queries.server";

/** The key pair (VAPID, RFC 8292) by which push services know the site. Base64url. */
export interface PushKeyPair {
	publicKey: string;
	privateKey: string;
}

const OWNER = "push keys";

/**
 * Reads the site's key pair, whose private key `box` encrypts; at the first start, or when the session secret has changed, stores a new one. Subscriptions
 * are bound to the pair, so a new one deletes them.
 */
export async function openPushKeys(
	{ db, now, log }: Pick<Site, "db" | "now" | "log">,
	box: SecretBox,
): Promise<PushKeyPair> {
	async function read(from: Db | Trx): Promise<PushKeyPair | undefined> {
		const row = await findPushKeys(from);
		const privateKey = row && opened(() => box.open<string>(row.private_key, OWNER));
		return row && privateKey ? { publicKey: row.public_key, privateKey } : undefined;
	}

	const stored = await read(db);
	if (stored) return stored;
	const { default: webPush } = await import("web-push");
	const fresh = webPush.generateVAPIDKeys();
	const keys = await transact(db, async (trx) => {
		// Another process may have stored a pair since.
		const other = await read(trx);
		if (other) return other;
		await replacePushKeys(trx, {
			public_key: fresh.publicKey,
			private_key: box.seal(fresh.privateKey, OWNER),
			created_at: now().toISOString(),
		});
		return fresh;
	});
	if (keys === fresh) log.info({ event: "push-keys-created" });
	return keys;
}

function opened<Value>(open: () => Value): Value | undefined {
	try {
		return open();
	} catch {
		return undefined;
	}
}
