import { z } from "zod";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import type { Site } from "~/lib/site";
import type { Log } from "~/observability/log.server";
import { orUnsaved } from "~/records/change-record.server";
import { defineRecord } from "~/records/record.server";
import { findRecords, updateRecord } from "~/records/records.queries.server";
import { permalinkIn, postName } from "./post-address";

/** Maximum number of posts. */
export const MAX_POSTS = 60;

const stored = { table: "instagram_embeds", order: ["position", "id"] } as const;

/** Embedded posts of Instagram; `embedCode` is the permalink. */
export const posts = defineRecord<"instagram_embeds">({
	...{ ...stored, texts: "social", list: "/social", path: "/social/posts" },
	...{ removal: "delete", removedFrom: "form" },
	nameOf: ({ embedCode }) => postName(embedCode),
	fields: {
		embedCode: {
			schema: z.string(fieldError("embedInvalid")).transform((text, context) => {
				const permalink = permalinkIn(text);
				if (permalink !== undefined) return permalink;
				context.addIssue({ code: z.ZodIssueCode.custom, message: "embedInvalid" });
				return z.NEVER;
			}),
			input: { rows: 6, isCode: true },
		},
	},
	async store(trx, { id, before, form: { embedCode } }, write) {
		const all = await findRecords(trx, stored);
		if (all.some((one) => one.embedCode === embedCode && one.id !== id)) throw new DomainError("embedKnown");
		if (before) return write();
		if (all.length >= MAX_POSTS) throw new DomainError("embedsFull");
		return write({ position: (all.at(-1)?.position ?? 0) + 1 });
	},
});

/**
 * Moves a post by one place and writes the change log. Does nothing at the end of the list, or when the post is no
 * longer at `position`: the form was sent twice, or another admin has moved it.
 * @throws {DomainError} `recordGone`, and as {@link orUnsaved}.
 */
export async function movePost(
	site: Pick<Site, "db" | "now"> & { log: Pick<Log, "error"> },
	adminId: string,
	{ id, position, to }: { id: string; position: number; to: "up" | "down" },
): Promise<void> {
	await orUnsaved(site, () =>
		writeChange(site, adminId, {
			async write(trx) {
				const all = await findRecords(trx, posts);
				const place = all.findIndex((one) => one.id === id);
				const moved = all[place];
				if (!moved) throw new DomainError("recordGone");
				const neighbour = all[to === "up" ? place - 1 : place + 1];
				if (moved.position !== position || !neighbour) return undefined;
				await updateRecord(trx, posts.table, { id, change: { position: neighbour.position } });
				await updateRecord(trx, posts.table, { id: neighbour.id, change: { position } });
				return {
					action: "social.move",
					subject: id,
					subjectName: postName(moved.embedCode),
					before: { place: place + 1 },
					after: { place: place + (to === "up" ? 0 : 2) },
				};
			},
		}),
	);
}
