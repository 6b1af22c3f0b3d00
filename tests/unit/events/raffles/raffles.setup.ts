import { raffleClose, raffleDraw, rafflePay, raffleRefund } from "~/events/raffles/draw.server";
import { enterRaffle } from "~/events/raffles/enter.server";
import { raffles } from "~/events/raffles/raffles.server";
import { readPublishedDraw, readRaffle } from "~/events/raffles/raffles-page.server";
import type { Right } from "~/lib/rights";
import { saveRecordForm } from "~/records/change-record.server";
import { fakeBeacon } from "../../../support/beacon";
import { addUser, fakeClock, openTestDatabase, seededRandomHex } from "../../../support/database";
import { rowsOf } from "../../../support/rows-of";
import { settleJobs } from "../../../support/settle-jobs";
import { testSite } from "../../../support/test-site";
import { noNotifications } from "../../store/no-notifications";

export const RAFFLE_JOBS = [raffleClose, raffleDraw, rafflePay, raffleRefund];
export const MINUTE_MS = 60_000;

/** A raffle of two prizes that closes in an hour by the fake clock, as its form says. */
export const FORM = {
	...{
		title: "Keys",
		description: "",
		closesAt: "2026-03-04T13:00",
		prizes: "500\n200",
		price: 50 as number | null,
	},
	...{
		maxBought: 5,
		hasFreeTicket: true,
		subscriberTickets: 2 as number | null,
		minAccountHours: null as number | null,
	},
	...{ payAfterMinutes: 10, isOpenToAdmins: false, translations: {} },
};

/** A site with raffles, of which `ana` and `bruno` are viewers with 1000 points. `sub` subscribes. */
export async function openRaffles() {
	const test = await openTestDatabase({ durable: false });
	const { db } = test;
	const clock = fakeClock();
	const state = { isAway: false };
	const [admin, ana, bruno, sub] = await Promise.all(
		["admin", "ana", "bruno", "sub"].map((name) => addUser(db, name)),
	);
	const site = testSite({
		...{ db, now: clock.now, randomHex: seededRandomHex("raffles"), ...noNotifications, raffleChanged() {} },
		beacon: fakeBeacon(clock.now, () => state.isAway),
		isSubscriber: async (id: string) => id === sub,
		config: { SITE_TIMEZONE: "Europe/Lisbon", APP_ORIGIN: "https://site.test" },
	});
	return {
		...{ db, clock, site, state, admin: admin ?? "", ana: ana ?? "", bruno: bruno ?? "", sub: sub ?? "" },
		/** Saves the form of a new raffle, or of an edit. @returns the raffle's id. */
		save: (change: Partial<typeof FORM> = {}, edited?: { id: string; revision: number }) => {
			const form = { ...FORM, ...change, idempotencyKey: crypto.randomUUID(), revision: edited?.revision };
			return saveRecordForm(site, raffles, admin ?? "", edited?.id, form);
		},
		enter: (
			raffleId: string,
			id = ana ?? "",
			more: { count?: number; price?: number; isAdmin?: boolean; rights?: Right[] } = {},
		) => {
			const { count = 0, price = 50, isAdmin = false, rights = [] } = more;
			const form = { idempotencyKey: crypto.randomUUID(), raffleId, count, price };
			return enterRaffle(site, { id, isAdmin, rights }, form);
		},
		settle: () => settleJobs(site, RAFFLE_JOBS),
		read: (id: string, viewer?: string) =>
			readRaffle(site, id, { viewer: viewer ? { id: viewer } : undefined, language: "en" }),
		file: (id: string) => readPublishedDraw(site, id),
		points: async (userId: string) => (await rowsOf(db, "user_points", { user_id: userId }))[0]?.points,
		entries: (reason: string) => rowsOf(db, "point_entries", { reason }),
		close: test.close,
	};
}
