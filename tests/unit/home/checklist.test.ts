import { transact } from "db/transact";
import { beforeEach, expect, it } from "vitest";
import type { Viewer } from "~/account/viewer";
import { insertRules } from "~/earning/rules/rules.queries.server";
import { saveIsActive } from "~/games/crash/persistence/live.queries.server";
import { OVERLAY_VIEW } from "~/home/checklist.queries.server";
import { dismissChecklist, readChecklist, STEPS } from "~/home/checklist.server";
import { addItem } from "../../support/data/store-rows";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, rowsOf } from "../../support/rows-of";

const clock = fakeClock();
const test = databaseForEachTest({ users: { boss: 1000, ana: 1000 } });
const boss = { id: userId("boss"), isAdmin: true } as Viewer;

let isChosen: boolean;
let config: { APP_ORIGIN: string } & Partial<
	Record<"BACKUP_FOLDER" | "CHANNEL_PICTURE" | "REDEEM_BOT_URL" | "SLOTS_TITLE", string | undefined>
>;
beforeEach(() => {
	isChosen = false;
	config = { APP_ORIGIN: "https://example.com" };
});

const settings = { isSet: () => isChosen };
const site = () => ({ db: test.db, config, settings });
const read = (viewer: Viewer | undefined = boss, language: "pt" | "en" = "en") =>
	readChecklist(site(), viewer, language);
const done = async () => (await read())?.steps.flatMap(({ id, isDone }) => (isDone ? [id] : []));

const at = clock.now().toISOString();
const DO: Record<keyof typeof STEPS, () => unknown> = {
	draw: () => {
		isChosen = true;
	},
	profile: () => {
		config.CHANNEL_PICTURE = "me.webp";
	},
	names: () => {
		config.SLOTS_TITLE = "Slots";
	},
	links: () => addRow(test.db, "social_links", { platform: "twitch", url: "https://twitch.tv/x" }),
	stream: () =>
		addRow(test.db, "platform_connections", {
			...{ platform: "twitch", account_id: "1", account_name: "x", transport: "webhook" },
			...{ tokens: "", hook_secret: "", connected_at: at },
		}),
	earning: () => insertRules(test.db as never, "{}", at),
	item: () => addItem(test.db, "mug"),
	bot: () => {
		config.REDEEM_BOT_URL = "https://bot.example";
	},
	backups: () => {
		config.BACKUP_FOLDER = "/backups";
	},
	liveCrash: () => transact(test.db, (trx) => saveIsActive(trx, false, at)),
	overlay: () =>
		addRow(test.db, "event_counts", {
			...{ day: "2026-01-01", event: "page_view", label: OVERLAY_VIEW, count: 1 },
		}),
};

it("each step is done once it has left its trace, and the list is gone after the last", async () => {
	expect(await done()).toEqual([]);
	const ids = Object.keys(STEPS) as (keyof typeof STEPS)[];
	for (const [place, id] of ids.entries()) {
		await DO[id]();
		expect(await done()).toEqual(place + 1 < ids.length ? ids.slice(0, place + 1) : undefined);
	}
});

it("the first step shows the return of both draws, until one is chosen", async () => {
	const first = (await read())?.steps[0];
	expect(first).toMatchObject({ id: "draw", path: "/settings/rules" });
	const figures = ["4.00x", "110.21%", "1.92x", "99.0%"];
	for (const figure of figures) expect(first?.hint).toContain(figure);
	expect((await read(boss, "pt"))?.draws).toMatchObject({
		label: expect.stringContaining("110,21%"),
		captions: ["Tabela clássica", "Retorno uniforme"],
	});
	isChosen = true;
	expect((await read())?.draws).toBeUndefined();
});

it("is for admins only", async () => {
	expect(await read({ ...boss, isAdmin: false })).toBeUndefined();
	expect(await readChecklist(site(), undefined, "pt")).toBeUndefined();
});

it("stays dismissed for all admins, and is logged once", async () => {
	const tools = { db: test.db, now: clock.now };
	await Promise.all([dismissChecklist(tools, boss.id), dismissChecklist(tools, userId("ana"))]);
	expect(await read()).toBeUndefined();
	const actor = expect.stringMatching(`^(${boss.id}|${userId("ana")})$`);
	expect(await rowsOf(test.db, "admin_changes")).toMatchObject([{ actor, action: "settings.checklist" }]);
});
