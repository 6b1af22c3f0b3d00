/** Races of the forms of records, which have an idempotency key: see {@link Race}. */
import { saveRecordForm } from "~/records/change-record.server";
import { schemaOf } from "~/records/record.server";
import { slots } from "~/slots/slots.server";
import { MAX_POSTS, posts } from "~/social/posts.server";
import { newKey, oneOf, type Race, repeat, type World } from "./race.setup";

const postAddress = (world: World) => `https://x.com/channel/status/${world.newName()}`;

export const contentRaces: readonly Race[] = [
	repeat("a new slot of the catalogue", async (world) => {
		const fields = { name: world.newName(), image: "", demoUrl: "https://demo.example/" };
		const form = schemaOf(slots).parse({ idempotencyKey: newKey(), ...fields });
		return (tools) => saveRecordForm(tools, slots, world.admin, undefined, form);
	}),

	oneOf("the last place of the posts, by four admins", { done: 1, embedsFull: 3 }, async (world) => {
		await world.db.deleteFrom("instagram_embeds").execute();
		const rows = Array.from({ length: MAX_POSTS - 1 }, (_, index) => ({
			...{ id: newKey(), embed_code: postAddress(world), position: index + 1, revision: 1 },
			updated_at: world.clock.now().toISOString(),
		}));
		await world.db.insertInto("instagram_embeds").values(rows).execute();
		return world.admins.map((one) => {
			const form = { idempotencyKey: newKey(), translations: {}, embedCode: postAddress(world) };
			return async (tools) => void (await saveRecordForm(tools, posts, one, undefined, form));
		});
	}),
];
