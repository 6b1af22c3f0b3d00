/** Races of the forms of content, which have an idempotency key: see {@link Race}. */
import { transact } from "db/transact";
import { expect } from "vitest";
import { promotions } from "~/promotions/promotions.server";
import { saveRecordForm } from "~/records/change-record.server";
import { schemaOf } from "~/records/record.server";
import { insertRecord } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";
import { MAX_POSTS, posts } from "~/social/posts.server";
import { compete, newKey, type Race, repeat, type World } from "./race.setup";

const RECORD = "records/change-record#saveRecordForm";

const postAddress = (world: World) => `https://x.com/channel/status/${world.newName()}`;

async function save(...form: Parameters<typeof saveRecordForm<never>>): Promise<void> {
	await saveRecordForm(...form);
}

async function addDraft({ db, clock }: World): Promise<string> {
	const id = newKey();
	const at = clock.now().toISOString();
	await transact(db, (trx) =>
		insertRecord(trx, "promotions", {
			...{ id, title: "Draft", claim_url: "https://casino.example/", image_url: "picture.webp" },
			...{ revision: 1, is_draft: 1, created_at: at, updated_at: at },
		}),
	);
	return id;
}

const promotionForm = (title: string) =>
	schemaOf(promotions).parse({
		...{ idempotencyKey: newKey(), revision: 1, title },
		...{ claimUrl: "https://casino.example/", imageUrl: "https://casino.example/picture.webp" },
	});

export const contentRaces: readonly Race[] = [
	repeat("a new slot of the catalogue", [RECORD], async (world) => {
		const name = world.newName();
		const demoUrl = "https://demo.example/";
		const form = schemaOf(slots).parse({ idempotencyKey: newKey(), name, image: "", demoUrl });
		return {
			call: (tools) => save(tools, slots, world.admin, undefined, form),
			check: async () => expect(await world.rows("slots", { name })).toHaveLength(1),
		};
	}),

	repeat("a new post", [RECORD], async (world) => {
		await world.db.deleteFrom("instagram_embeds").execute();
		const form = { idempotencyKey: newKey(), translations: {}, embedCode: postAddress(world) };
		return {
			call: (tools) => save(tools, posts, world.admin, undefined, form),
			check: async () => expect(await world.rows("instagram_embeds")).toHaveLength(1),
		};
	}),

	compete("the last place of the posts, by four admins", [RECORD], async (world) => {
		await world.db.deleteFrom("instagram_embeds").execute();
		const rows = Array.from({ length: MAX_POSTS - 1 }, (_, index) => ({
			...{ id: newKey(), embed_code: postAddress(world), position: index + 1, revision: 1 },
			updated_at: world.clock.now().toISOString(),
		}));
		await world.db.insertInto("instagram_embeds").values(rows).execute();
		return {
			calls: world.admins.map((one) => {
				const form = { idempotencyKey: newKey(), translations: {}, embedCode: postAddress(world) };
				return (tools) => save(tools, posts, one, undefined, form);
			}),
			expected: { done: 1, embedsFull: 3 },
			async check() {
				const rows = await world.rows("instagram_embeds");
				expect(new Set(rows.map(({ position }) => position)).size).toBe(MAX_POSTS);
			},
		};
	}),

	compete("admins who edit a promotion at the same revision", [RECORD], async (world) => {
		const id = await addDraft(world);
		return {
			calls: world.admins.map((admin) => {
				const form = promotionForm(world.newName());
				return (tools) => save(tools, promotions, admin, id, form);
			}),
			expected: { done: 1, editConflict: 3 },
			check: async () => expect(await world.row("promotions", { id })).toMatchObject({ revision: 2 }),
		};
	}),

	repeat("a promotion", [RECORD], async (world) => {
		const id = await addDraft(world);
		const form = promotionForm(world.newName());
		return {
			call: (tools) => save(tools, promotions, world.admin, id, form),
			check: async () => expect(await world.row("promotions", { id })).toMatchObject({ revision: 2 }),
		};
	}),
];
