import { createHash } from "node:crypto";
import type { Trx } from "db/database";
import type { RafflePlaces } from "db/schema";
import { transact } from "db/transact";
import { z } from "zod";
import { announce } from "~/announcements/announce.server";
import { beaconOf, timeOf } from "~/beacon/beacon";
import { defineJob } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { postMany } from "~/points/ledger/ledger.server";
import { findRecord } from "~/records/records.queries.server";
import { findBuyer } from "~/store/redeem/redeem.queries.server";
import { prizeSchema } from "../prizes";
import { announcePrizes, awardPrize } from "../prizes.server";
import { listText, roundOfDraw } from "./draw-file";
import { prizesOf, type Raffle, REVEAL_MS, winningTickets } from "./raffle";
import {
	findNextPlace,
	findPlaces,
	findTickets,
	findUnrefunded,
	insertPlaces,
	updatePlace,
	updateRaffle,
} from "./raffles.queries.server";

type DrawSite = Pick<
	Site,
	| (
			| "db"
			| "now"
			| "config"
			| "beacon"
			| "raffleChanged"
			| "wakeJobs"
			| "announceBalance"
			| "announceNotices"
	  )
	| ("itemChanged" | "adminCountsChanged")
>;

/** Places without a prize that are stored, so that they can follow those that are passed over. */
const RESERVES = 100;
const REFUNDS_AT_ONCE = 200;
/** Relays have a round a moment after its time. */
const RELAY_MS = 1500;
const MINUTE_MS = 60_000;
/** What happens to a raffle is attempted until it succeeds. */
const PERSISTENT = { waits: [2000, 5000, 30_000], afterLast: "again" } as const;

const raffleBody = z.object({ raffleId: z.string() });

/** Returns a raffle in one of its states; undefined in another one. */
async function raffleIn(trx: Trx, id: string, state: Raffle["state"]): Promise<Raffle | undefined> {
	const raffle = await findRecord(trx, { table: "raffles" }, id);
	return raffle?.state === state ? raffle : undefined;
}

/** Makes the list of tickets final when a raffle closes, and publishes its hash before the round: see {@link roundOfDraw}. */
export const raffleClose = defineJob({
	kind: "raffle-close",
	body: raffleBody,
	...PERSISTENT,
	async act(site: DrawSite, trx, { raffleId }) {
		const raffle = await raffleIn(trx, raffleId, "open");
		if (!raffle) return undefined;
		const list = await findTickets(trx, raffleId);
		const list_hash = createHash("sha256").update(listText(raffle, list)).digest("hex");
		const viewers = new Set(list.map(({ user_id }) => user_id)).size;
		// A long list takes time.
		const at = site.now();
		const beacon = beaconOf(raffle.publicKey);
		const round = roundOfDraw(beacon, new Date(raffle.closesAt), at);
		const frozen = { state: "frozen", frozen_at: at.toISOString(), list_hash, round } as const;
		await updateRaffle(trx, raffleId, { ...frozen, tickets: list.length, viewers });
		const dueAt = new Date(timeOf(beacon, round).getTime() + RELAY_MS);
		await addJob(trx, raffleDraw, { reference: raffleId, body: { raffleId }, dueAt, at });
		return {
			after() {
				site.wakeJobs(raffleDraw);
				site.raffleChanged();
			},
		};
	},
});

/** Draws a raffle once its round of the beacon is public. Without the round it waits. */
export const raffleDraw = defineJob({
	kind: "raffle-draw",
	body: raffleBody,
	...PERSISTENT,
	async send(site: DrawSite, { raffleId }) {
		const raffle = await findRecord(site.db, { table: "raffles" }, raffleId);
		if (raffle?.state !== "frozen") return undefined;
		const round = await site.beacon.read(raffle);
		if (!round) return { fault: "the round of the beacon is not available" };
		const tickets = await findTickets(site.db, raffleId);
		const owners = new Map(tickets.map(({ number, user_id }) => [number, user_id]));
		const order = await site.beacon.drawOrder(raffle.seed, round.randomness, [...owners.keys()]);
		const kept = prizesOf(raffle).length + RESERVES;
		const places = winningTickets(order, owners).slice(0, kept);
		const winners = await transact(site.db, async (trx) => {
			const at = site.now();
			if (!(await raffleIn(trx, raffleId, "frozen"))) return [];
			const drawn = { state: "drawn", signature: round.signature, drawn_at: at.toISOString() } as const;
			await updateRaffle(trx, raffleId, drawn);
			const rows = places.map((ticket, index) => {
				const of = { raffle_id: raffleId, user_id: owners.get(ticket) ?? "" };
				return { ...of, place: index + 1, ticket, state: "waiting" as const };
			});
			await insertPlaces(trx, rows);
			const won = rows.slice(0, prizesOf(raffle).length);
			for (const row of won) await givePrize(trx, raffle, row, row.place, at);
			const winnerIds = won.map(({ user_id }) => user_id);
			// Overlays reveal one winner after the other.
			const revealedAt = new Date(at.getTime() + won.length * REVEAL_MS).toISOString();
			const revealed = { reference: raffleId, at: revealedAt };
			await announce(trx, { type: "raffle.drawn", data: { raffleId, winnerIds }, ...revealed });
			return winnerIds;
		});
		site.wakeJobs(rafflePay);
		site.raffleChanged();
		for (const userId of winners) site.announceNotices(userId);
		return undefined;
	},
});

/** Gives a place a prize, which is paid after the raffle's pause. */
async function givePrize(
	trx: Trx,
	raffle: Raffle,
	row: Pick<RafflePlaces, "raffle_id" | "place" | "user_id">,
	prize: number,
	at: Date,
): Promise<void> {
	const { raffle_id: raffleId, place, user_id: userId } = row;
	const dueAt = new Date(at.getTime() + (raffle.payAfterMinutes ?? 0) * MINUTE_MS);
	await updatePlace(trx, row, { state: "drawn", prize, pays_at: dueAt.toISOString() });
	const reference = `${raffleId}:${place}`;
	await addJob(trx, rafflePay, { reference, key: raffleId, body: { raffleId, place }, dueAt, at });
	const data = { raffleId, title: raffle.title, place, prize: prizesOf(raffle)[prize - 1] ?? "" };
	await addNotice(trx, { userId, kind: "raffle-drawn", reference, data }, { at, by: undefined });
}

/** Pays the prize of a place once, unless it was passed over or the raffle cancelled. */
export const rafflePay = defineJob({
	kind: "raffle-pay",
	body: raffleBody.extend({ place: z.number() }),
	...PERSISTENT,
	async act(site: DrawSite, trx, { raffleId, place }) {
		const at = site.now();
		const raffle = await raffleIn(trx, raffleId, "drawn");
		const row = (await findPlaces(trx, [raffleId])).find((one) => one.place === place);
		if (!raffle || row?.state !== "drawn") return undefined;
		const userId = row.user_id;
		const hasAccount = (await findBuyer(trx, userId)) !== undefined;
		if (hasAccount) {
			const prize = z.array(prizeSchema).parse(JSON.parse(raffle.prizeValues))[(row.prize ?? 0) - 1];
			const reference = `${raffleId}:${place}`;
			if (prize) await awardPrize(site, trx, { userId, prize, reason: "raffle-payout", reference, at });
			await updatePlace(trx, row, { state: "paid", pays_at: at.toISOString() });
			await updateRaffle(trx, raffleId, {});
		} else await passOver(trx, raffle, row, "", at);
		return {
			after() {
				if (hasAccount) announcePrizes(site, [userId]);
				site.wakeJobs(rafflePay);
				site.raffleChanged();
			},
		};
	},
});

/**
 * Passes over a drawn place: its prize goes to the next one, if there is one.
 * @param reason empty for an erased account.
 * @returns the users who were told.
 */
export async function passOver(
	trx: Trx,
	raffle: Raffle,
	row: Pick<RafflePlaces, "raffle_id" | "place" | "prize" | "user_id">,
	reason: string,
	at: Date,
): Promise<string[]> {
	const { place, prize, user_id: userId } = row;
	await updatePlace(trx, row, { state: "passed", reason });
	await updateRaffle(trx, raffle.id, {});
	const data = { raffleId: raffle.id, title: raffle.title, note: reason };
	const reference = `${raffle.id}:${place}`;
	// Nobody reads the notices of an erased account.
	if (reason !== "")
		await addNotice(trx, { userId, kind: "raffle-passed", reference, data }, { at, by: undefined });
	const next = await findNextPlace(trx, raffle.id);
	if (!next || prize === null) return [userId];
	await givePrize(trx, raffle, next, prize, at);
	return [userId, next.user_id];
}

/** Refunds the bought tickets of a cancelled raffle, each purchase once. */
export const raffleRefund = defineJob({
	kind: "raffle-refund",
	body: raffleBody,
	...PERSISTENT,
	pauseMs: 20,
	async act(site: DrawSite, trx, { raffleId }) {
		const at = site.now();
		const stakes = await findUnrefunded(trx, raffleId, REFUNDS_AT_ONCE);
		const refunds = stakes.map(({ user_id: userId, reference, delta }) => ({
			...{ userId, reference, delta: -delta, actor: "system", at },
			reason: "raffle-refund" as const,
		}));
		if (refunds.length > 0) await postMany(trx, refunds);
		return {
			again: stakes.length === REFUNDS_AT_ONCE,
			after() {
				for (const { userId } of refunds) site.announceBalance(userId);
			},
		};
	},
});
