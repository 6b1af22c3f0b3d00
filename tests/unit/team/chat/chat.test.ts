import type { CompiledQuery } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { startHunt } from "~/bonus-hunt/model/hunts.server";
import { createCode } from "~/earning/codes/codes.server";
import type { PlatformId } from "~/earning/inbox/platform-event";
import { changeLimits } from "~/games/limits/limits.server";
import { createMetrics } from "~/observability/metrics.server";
import { openChat } from "~/team/chat/chat.server";
import { createTestClock } from "../../../support/clock";
import { openForEachTest } from "../../../support/for-each-test";
import { keptLog } from "../../../support/platforms";
import { addRow, changeRows, rowsOf } from "../../../support/rows-of";
import { testSite } from "../../../support/test-site";
import { openRaffles } from "../../events/raffles/raffles.setup";

const ALL = [
	...["CHAT_POINTS", "CHAT_TOP", "CHAT_CLAIM", "CHAT_JOIN", "CHAT_GUESS", "CHAT_REQUEST", "SLOT_REQUESTS"],
	...["CHAT_WINS", "CHAT_STARTS"],
] as const;

/** A site with raffles and its chats, in which `ana`, `bruno` and `sub` have accounts on both platforms. */
const at = openForEachTest(async () => {
	const raffles = await openRaffles();
	const { db } = raffles;
	const clock = createTestClock({ turnsEach: 5 });
	const log = keptLog();
	const said: string[] = [];
	const state = { maySay: true, answer: true as boolean | undefined, announced() {} };
	const channel = {
		maySay: () => state.maySay,
		async say(text: string) {
			said.push(text);
			return state.answer;
		},
	};
	const config = {
		CHAT_LANGUAGE: "en" as const,
		...(Object.fromEntries(ALL.map((name) => [name, true])) as Record<(typeof ALL)[number], boolean>),
	};
	const metrics = createMetrics(log);
	const leaders = [
		{ username: "ana", amount: 5000 },
		{ username: null, amount: 20 },
	];
	const site = testSite({
		...{ ...raffles.site, clock, config, log, metrics, leads: () => true },
		...{ channels: { twitch: channel, kick: channel }, huntChanged() {} },
		...{ announceRestriction() {}, requestsChanged() {} },
		onAnnounced(listener: () => void) {
			state.announced = listener;
			return () => {};
		},
		leaders: { read: async () => ({ leaders }) },
	});
	const linked_at = "2026-03-01T00:00:00.000Z";
	for (const person_id of ["ana", "bruno", "sub", "admin"])
		for (const platform of ["twitch", "kick"])
			await addRow(db, "platform_people", { platform, person_id, user_id: `user-${person_id}`, linked_at });
	const chat = openChat(site as never);
	return {
		...{ ...raffles, site, chat, said, state, config, log },
		/** Lets somebody write, 10 s after what came before, and waits for the answer. @returns what the chat then shows. */
		async write(id: string, text: string, platform: PlatformId = "twitch") {
			raffles.clock.pass(10_000);
			clock.stall(31_000);
			const before = said.length;
			chat.heard(platform, {
				...{ type: "chat", messageId: "m", person: { id, name: id }, text },
				at: raffles.clock.now(),
			});
			await chat.settled();
			await clock.advance(2000);
			return said.slice(before).join("\n");
		},
		/** Waits for what is announced. @returns what the chats then show. */
		async news() {
			const before = said.length;
			await chat.settled();
			await clock.advance(2000);
			return said.slice(before);
		},
		metrics: () => metrics.text(),
		async close() {
			await chat.endChat();
			await raffles.close();
		},
	};
});

const code = (maxClaims: number | null, text = "SEXTA") =>
	createCode(at.site, at.admin, {
		...{ idempotencyKey: crypto.randomUUID(), code: text, points: 50, maxClaims },
		...{ audience: "everybody", startsAt: undefined, minutes: 10 },
	});

const openHunt = () =>
	startHunt(at.site as never, at.admin, {
		...{ idempotencyKey: crypto.randomUUID(), title: "Hunt", translations: {}, startCost: 1, stopLoss: 0 },
	});
const addSlot = (id: string, name: string) =>
	addRow(at.db, "slots", { id, name, created_at: "2026-03-01T00:00:00.000Z" });

it("what happens is announced once in each chat, by its settings and while it is news", async () => {
	const tell = async (type: string, reference: string, data: object, ago = 0) => {
		const created_at = new Date(at.clock.now().getTime() - ago).toISOString();
		await addRow(at.db, "announcements", { type, reference, data: JSON.stringify(data), created_at });
		at.state.announced();
		at.state.announced();
		return at.news();
	};
	const raffleId = await at.save({ title: "Mug" });
	const link = `https://site.test/raffles/${raffleId}`;
	const [twitch = "", kick] = await tell("raffle.opened", "1", { raffleId });
	expect(twitch).toMatch(new RegExp(`“?Mug.* ${link}$`));
	expect(kick).toBe(twitch);
	expect(await tell("raffle.opened", "2", { raffleId }, 61_000)).toEqual([]);
	await changeRows(at.db, "users", { id: at.ana }, { twitch_username: "!evil.example @everyone" });
	const [winner] = await tell("raffle.drawn", "1", { raffleId, winnerIds: [at.ana] });
	expect(winner).toContain("evil example every");
	expect(winner).not.toMatch(/[!@]|evil\.example/);
	await changeRows(at.db, "users", { id: at.ana }, { twitch_username: "." });
	const won = { userId: at.ana, game: "dice", stake: 10, payout: 125, multiplier: 12.5 };
	expect((await tell("game.big_win", "1", won))[0]).toBe("Anonymous won 125 points in Dice (12.5x)");
	const raffle = await at.save({ title: "Cap" });
	const read = at.db.executeQuery.bind(at.db);
	let isAway = true;
	const locked = vi.spyOn(at.db, "executeQuery").mockImplementation(async (query) => {
		if (!isAway || !/ from "raffles"/.test((query as CompiledQuery).sql)) return read(query);
		isAway = false;
		throw Object.assign(new Error("locked"), { code: "SQLITE_BUSY" });
	});
	expect(await tell("raffle.opened", "3", { raffleId: raffle }), "read again").toHaveLength(2);
	locked.mockRestore();
	expect(at.log.entries).toMatchObject([{ event: "chat-announcements-unread" }]);
	at.config.CHAT_WINS = false;
	expect(await tell("raffle.drawn", "2", { raffleId, winnerIds: [at.ana] })).toEqual([]);
});

describe("a command in the chat", () => {
	it("!points and !top answer with what the site shows", async () => {
		expect(await at.write("ana", "!points")).toBe("@ana 1,000 points");
		expect(await at.write("ana", "!top", "kick")).toBe(
			"The week's biggest wins: 1. ana +5,000, 2. Anonymous +20",
		);
		await changeRows(at.db, "users", { id: at.ana }, { twitch_username: "bruno" });
		expect(await at.write("ana", "!pontos"), "by the login of the chat").toBe("@ana 1,000 points");
	});

	it("!claim claims a code once per viewer, is silent for a wrong one, and limits how many are tried", async () => {
		await code(1);
		expect(await at.write("ana", "!claim nothing")).toBe("");
		expect(await at.write("ana", "!claim sexta")).toBe("@ana +50 points");
		expect(await at.write("ana", "!claim sexta")).toBe("@ana You've already claimed this code.");
		expect(await at.write("bruno", "!claim sexta")).toBe("@bruno This code is used up.");
		for (let tried = 0; tried < 10; tried++) await at.write("sub", "!claim wrong");
		await code(null, "SABADO");
		expect(await at.write("sub", "!claim sabado")).toBe("");
		expect(await rowsOf(at.db, "code_claims")).toHaveLength(1);
	});

	it("on Kick decides nothing between viewers, because its messages are late", async () => {
		await code(1);
		await code(null, "SABADO");
		await at.save({ price: null });
		expect(await at.write("ana", "!claim sexta", "kick")).toContain("claim it on the site");
		expect(await at.write("ana", "!claim sabado", "kick")).toBe("@ana +50 points");
		expect(await at.write("ana", "!join", "kick")).toBe("");
		expect(await at.write("ana", "!guess 1250", "kick")).toBe("");
		expect(await rowsOf(at.db, "raffle_tickets")).toEqual([]);
	});

	it("!join takes the free ticket of the raffle that closes first, or else buys one ticket, once", async () => {
		expect(await at.write("ana", "!join")).toBe("@ana This raffle is closed.");
		await at.save({ title: "Later", closesAt: "2026-03-05T13:00" });
		const id = await at.save({
			title: "Mug",
			hasFreeTicket: false,
			price: 50,
			subscriberTickets: null as never,
		});
		expect(await at.write("ana", "!join")).toMatch(/^@ana You're in “Mug” with ticket \d+\.$/);
		await at.write("ana", "!join");
		expect(await at.points(at.ana)).toBe(950);
		expect(await at.write("admin", "!join")).toContain("@admin ");
		expect(await rowsOf(at.db, "raffle_tickets", { raffle_id: id })).toHaveLength(2);
	});

	it("!guess guesses the total of the open hunt", async () => {
		expect(await at.write("ana", "!guess 1250")).toContain("There's no hunt");
		await openHunt();
		expect(await at.write("ana", "!guess 1250,50")).toBe("@ana Your guess is in: €1,250.50.");
		expect(await at.write("ana", "!guess a lot")).toContain("An amount in euros");
		expect(await rowsOf(at.db, "hunt_guesses")).toMatchObject([{ guess: 125_050 }]);
	});

	it("!request asks for a slot of the catalogue, for points", async () => {
		await addSlot("wolf", "Book of Wolves");
		expect(await at.write("ana", "!request bok of wolfs")).toContain("There's no such slot");
		expect(await at.write("ana", "!request")).toBe("");
		expect(await at.write("ana", "!request book of wolves", "kick")).toBe("");
		const answer = "@ana “Book of Wolves” is number 1 in the queue, for 500 points.";
		expect(await at.write("ana", "!request book of wolves")).toBe(answer);
		expect(await at.write("bruno", "!request book of wolves")).toContain("already in the queue");
		expect([await at.points(at.ana), await at.points(at.bruno)]).toEqual([500, 1000]);
	});

	it("of somebody without an account is answered once, with how to get one", async () => {
		expect(await at.write("guest", "!points")).toBe(
			"@guest Sign in once with your Twitch account at https://site.test, and commands work for you too.",
		);
		expect(await at.write("guest", "!points")).toBe("");
		Object.assign(at.config, { OIDC_ISSUER: "https://id.twitch.tv/oauth2" });
		expect(await at.write("guest", "!points", "kick"), "nobody can have one").toBe("");
	});

	it("of a viewer whose name is hidden acts, and names nobody", async () => {
		await code(null);
		await changeRows(at.db, "users", { id: at.ana }, { name_hidden_at: "2026-03-02T00:00:00.000Z" });
		expect(await at.write("ana", "!claim sexta")).toBe("");
		expect(await at.points(at.ana)).toBe(1050);
	});

	it("of a viewer on a break, at a limit or paused is refused without telling the others", async () => {
		await openHunt();
		await addSlot("wolf", "Wolf");
		await addRow(at.db, "pauses", { user_id: at.ana, reason: "Two accounts", created_at: "2026-03-01" });
		expect(await at.write("ana", "!request wolf")).toBe("");
		expect(await at.write("ana", "!guess 1250")).toBe("");
		const limits = { ...at.site, announceNotices() {} };
		await changeLimits(limits, at.bruno, (now) => ({ ...now, dailyLoss: 100 }));
		expect(await at.write("bruno", "!request wolf")).toBe("");
		const breakUntil = at.clock.now().getTime() + 60_000;
		await changeLimits(limits, at.sub, (now) => ({ ...now, breakUntil }));
		expect(await at.write("sub", "!request wolf")).toBe("");
		expect(await rowsOf(at.db, "slot_requests")).toEqual([]);
		expect(await rowsOf(at.db, "hunt_guesses")).toEqual([]);
	});

	it("is ignored while it is off, or the channel has not granted to write", async () => {
		at.config.CHAT_POINTS = false;
		expect(await at.write("ana", "!points")).toBe("");
		at.config.CHAT_POINTS = true;
		at.state.maySay = false;
		expect(await at.write("ana", "!points")).toBe("");
		at.state.maySay = true;
		expect(await at.write("ana", "!points")).not.toBe("");
	});

	it("that waits at a stop is not carried out", async () => {
		await code(null);
		for (const id of ["ana", "bruno"]) void at.write(id, "!claim sexta");
		await at.chat.endChat();
		expect(await rowsOf(at.db, "code_claims")).toMatchObject([{ user_id: at.ana }]);
	});

	it("whose answer the platform does not take is counted, and the next ones wait", async () => {
		at.state.answer = false;
		await at.write("ana", "!points");
		at.state.answer = undefined;
		await at.write("bruno", "!points");
		const text = await at.metrics();
		for (const outcome of ["refused", "failed"])
			expect(text).toContain(`plateia_chat_messages_total{platform="twitch",outcome="${outcome}"} 1`);
	});
});
