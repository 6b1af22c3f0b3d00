import type { Trx } from "db/database";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import {
	deleteEmbed,
	findEmbed,
	findEmbeds,
	insertEmbed,
	MAX_EMBEDS,
	updateEmbed,
} from "./embeds.queries.server";
import { postName } from "./post-address";
import { orFailed, type SavingTools } from "./saving.server";

interface Input {
	idempotencyKey: string;
	permalink: string;
	/** What is edited, and when what the form has shown was written; undefined for a new post. */
	edited?: { id: string; updatedAt: string } | undefined;
}

/**
 * Adds a post behind the others, or puts another one in its place. The same request id acts once.
 * @throws {DomainError} `embedGone`, `embedEditedMeanwhile`, `embedKnown` for a post that stands there
 * already, `embedsFull`, and `changesUnsaved` for anything that nobody has foreseen.
 */
export function saveEmbed(tools: SavingTools, adminId: string, { idempotencyKey, permalink, edited }: Input) {
	const { db, now } = tools;
	const at = now();
	const request = {
		userId: adminId,
		idempotencyKey,
		action: "social.save-embed",
		input: { permalink, edited },
	};
	const act = async (trx: Trx) => {
		const all = await findEmbeds(trx);
		const before = edited && all.find(({ id }) => id === edited.id);
		if (edited && !before) throw new DomainError("embedGone");
		if (before && before.updated_at !== edited?.updatedAt) throw new DomainError("embedEditedMeanwhile");
		if (all.some((one) => one.embed_code === permalink && one !== before)) {
			throw new DomainError("embedKnown");
		}
		if (!before && all.length >= MAX_EMBEDS) throw new DomainError("embedsFull");
		const id = before?.id ?? crypto.randomUUID();
		const written = { embed_code: permalink, updated_at: at.toISOString() };
		if (before) await updateEmbed(trx, id, written);
		else await insertEmbed(trx, { ...written, id, position: (all.at(-1)?.position ?? 0) + 1 });
		await recordChange(trx, {
			actor: adminId,
			action: before ? "embed.edit" : "embed.add",
			subject: id,
			subjectName: postName(permalink),
			before: before && { embedCode: before.embed_code },
			after: { embedCode: permalink },
			at,
		});
		return { id };
	};
	return orFailed(tools, () => withIdempotencyKey(db, request, at, act));
}

/**
 * Moves a post by one place. One that does not stand any more where it was shown stays: the same form came
 * twice, or somebody else was faster.
 * @throws {DomainError} `embedGone`, `changesUnsaved`
 */
export function moveEmbed(
	tools: SavingTools,
	adminId: string,
	{ id, position, to }: { id: string; position: number; to: "up" | "down" },
): Promise<void> {
	const at = tools.now();
	return inTransaction(tools, async (trx) => {
		const all = await findEmbeds(trx);
		const place = all.findIndex((one) => one.id === id);
		const moved = all[place];
		if (!moved) throw new DomainError("embedGone");
		const neighbour = all[to === "up" ? place - 1 : place + 1];
		if (moved.position !== position || !neighbour) return;
		await updateEmbed(trx, id, { position: neighbour.position });
		await updateEmbed(trx, neighbour.id, { position });
		await recordChange(trx, {
			actor: adminId,
			action: "embed.move",
			subject: id,
			subjectName: postName(moved.embed_code),
			before: { place: place + 1 },
			after: { place: place + (to === "up" ? 0 : 2) },
			at,
		});
	});
}

/**
 * Takes a post away as it was shown; one that is gone already stays so.
 * @throws {DomainError} `embedEditedMeanwhile`, `changesUnsaved`
 */
export function removeEmbed(
	tools: SavingTools,
	adminId: string,
	{ id, updatedAt }: NonNullable<Input["edited"]>,
): Promise<void> {
	const at = tools.now();
	return inTransaction(tools, async (trx) => {
		const before = await findEmbed(trx, id);
		if (!before) return;
		if (before.updated_at !== updatedAt) throw new DomainError("embedEditedMeanwhile");
		await deleteEmbed(trx, id);
		await recordChange(trx, {
			actor: adminId,
			action: "embed.delete",
			subject: id,
			subjectName: postName(before.embed_code),
			before: { embedCode: before.embed_code },
			at,
		});
	});
}

const inTransaction = (tools: SavingTools, act: (trx: Trx) => Promise<void>): Promise<void> =>
	orFailed(tools, () => transact(tools.db, act));
