import type { Trx } from "db/database";
import { removeRecord, saveRecord, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
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
	/** The edited post, with its revision when the form was opened; undefined for a new post. */
	edited?: { id: string; revision: number } | undefined;
}

/**
 * Adds a post behind the others, or edits one, and writes the change log. A repeat with the same idempotency key returns
 * the same id.
 * @throws {DomainError} `embedGone`, `editConflict`, `embedKnown` for a post that is already listed, `embedsFull` at
 * {@link MAX_EMBEDS} posts, `idempotencyKeyReused`, and as {@link orFailed}.
 */
export async function saveEmbed(
	tools: SavingTools,
	adminId: string,
	{ idempotencyKey, permalink, edited }: Input,
): Promise<{ id: string }> {
	const save = () =>
		saveRecord(tools, adminId, {
			edited: edited && {
				load: (db) => findEmbed(db, edited.id),
				revision: edited.revision,
				missing: "embedGone",
			},
			once: { idempotencyKey, action: "social.save-embed", input: { permalink, edited } },
			write: async (trx, before, at) => {
				const all = await findEmbeds(trx);
				if (all.some((one) => one.embed_code === permalink && one.id !== before?.id)) {
					throw new DomainError("embedKnown");
				}
				if (!before && all.length >= MAX_EMBEDS) throw new DomainError("embedsFull");
				const id = before?.id ?? crypto.randomUUID();
				const written = { embed_code: permalink, updated_at: at.toISOString() };
				if (before) await updateEmbed(trx, id, { ...written, revision: before.revision + 1 });
				else {
					const position = (all.at(-1)?.position ?? 0) + 1;
					await insertEmbed(trx, { ...written, id, position, revision: 1 });
				}
				return {
					action: before ? "embed.edit" : "embed.add",
					subject: id,
					subjectName: postName(permalink),
					before: before && { embedCode: before.embed_code },
					after: { embedCode: permalink },
				};
			},
		});
	return { id: await orFailed(tools, save) };
}

/**
 * Moves a post by one place and writes the change log. Does nothing at the end of the list, or when the post is no
 * longer at `position`: the form was sent twice, or another admin has moved it.
 * @throws {DomainError} `embedGone`, and as {@link orFailed}.
 */
export async function moveEmbed(
	tools: SavingTools,
	adminId: string,
	{ id, position, to }: { id: string; position: number; to: "up" | "down" },
): Promise<void> {
	const write = async (trx: Trx) => {
		const all = await findEmbeds(trx);
		const place = all.findIndex((one) => one.id === id);
		const moved = all[place];
		if (!moved) throw new DomainError("embedGone");
		const neighbour = all[to === "up" ? place - 1 : place + 1];
		if (moved.position !== position || !neighbour) return undefined;
		await updateEmbed(trx, id, { position: neighbour.position });
		await updateEmbed(trx, neighbour.id, { position });
		return {
			action: "embed.move",
			subject: id,
			subjectName: postName(moved.embed_code),
			before: { place: place + 1 },
			after: { place: place + (to === "up" ? 0 : 2) },
		};
	};
	await orFailed(tools, () => writeChange(tools, adminId, { write }));
}

/**
 * Removes a post and writes the change log. Does nothing when it is already gone.
 * @throws {DomainError} `editConflict` when it was edited since `revision`, and as {@link orFailed}.
 */
export function removeEmbed(
	tools: SavingTools,
	adminId: string,
	{ id, revision }: NonNullable<Input["edited"]>,
): Promise<void> {
	const remove = () =>
		removeRecord(tools, adminId, {
			load: (db) => findEmbed(db, id),
			revision,
			write: async (trx, before) => {
				await deleteEmbed(trx, id);
				return {
					action: "embed.delete",
					subject: id,
					subjectName: postName(before.embed_code),
					before: { embedCode: before.embed_code },
				};
			},
		});
	return orFailed(tools, remove);
}
