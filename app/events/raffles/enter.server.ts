import type { Trx } from "db/database";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import { type Decider, may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { post } from "~/points/ledger/ledger.server";
import { refusePaused } from "~/points/ledger/pauses.server";
import { findRecord } from "~/records/records.queries.server";
import { findBuyer } from "~/store/redeem/redeem.queries.server";
import { hasFreeTicket, isOpen, MAX_BOUGHT } from "./raffle";
import { insertTickets, saveEntry } from "./raffles.queries.server";

const HOUR_MS = 3_600_000;

export interface EntryForm {
	idempotencyKey: string;
	raffleId: string;
	/** The number of tickets to buy; 0 for only the free ones. */
	count: number;
	/** The price of a ticket that the viewer has seen. */
	price: number;
}

type EntrySite = Pick<
	Site,
	"db" | "now" | "config" | "randomHex" | "isSubscriber" | "announceBalance" | "raffleChanged"
>;

/**
 * Enters a viewer in a raffle: the free tickets that the viewer may have, and bought ones, whose points are taken in the same
 * transaction. A repeat with the same idempotency key does nothing and returns the same numbers.
 * @returns the numbers of the new tickets.
 * @throws {DomainError} `raffleClosed`, `raffleNotForAdmins`, `accountTooNew`, `raffleChanged` for another price or new tickets for subscribers, `siteBusy` if the leader does not say whether the viewer subscribes,
 * `raffleTicketsUsed` above the maximum, `raffleEntered` or `raffleNotSubscriber` when there is no further ticket,
 * `insufficientPoints`, `paused`, and those of {@link admitStake}.
 */
export async function enterRaffle(
	site: EntrySite,
	viewer: Decider,
	{ idempotencyKey, ...input }: EntryForm,
): Promise<number[]> {
	const once = { userId: viewer.id, idempotencyKey, action: "raffles.enter", input };
	// Not in the act, which would wait for another process.
	const raffle = await findRecord(site.db, { table: "raffles" }, input.raffleId);
	const isSubscriber = raffle?.subscriberTickets ? await site.isSubscriber(viewer.id) : undefined;
	const numbers = await withIdempotencyKey(site.db, once, site.now(), (trx) =>
		addTickets(trx, site, viewer, { ...input, isSubscriber }),
	);
	if (input.count > 0) site.announceBalance(viewer.id);
	site.raffleChanged();
	return numbers;
}

/** `isSubscriber` is undefined if the raffle had no tickets for subscribers. */
type Entry = Omit<EntryForm, "idempotencyKey"> & { isSubscriber: boolean | undefined };

async function addTickets(
	trx: Trx,
	site: EntrySite,
	viewer: Decider,
	{ raffleId, count, price, isSubscriber }: Entry,
): Promise<number[]> {
	const [at, userId] = [site.now(), viewer.id];
	const raffle = await findRecord(trx, { table: "raffles" }, raffleId);
	const entrant = await findBuyer(trx, userId);
	if (!raffle || !entrant || !isOpen(raffle, at)) throw new DomainError("raffleClosed");
	// A moderator could otherwise make a raffle that only they enter.
	if (may(viewer, "raffles") && !(viewer.isAdmin && raffle.isOpenToAdmins))
		throw new DomainError("raffleNotForAdmins");
	await refusePaused(trx, userId);
	const hours = raffle.minAccountHours ?? 0;
	if (at.getTime() - Date.parse(entrant.created_at) < hours * HOUR_MS)
		throw new DomainError("accountTooNew", { hours });
	if (count > 0 && price !== raffle.price) throw new DomainError("raffleChanged");
	const most = raffle.maxBought ?? MAX_BOUGHT;
	const of = { raffle_id: raffleId, user_id: userId };
	const entry = { ...of, pseudonym: site.randomHex(8), bought: count, created_at: at.toISOString() };
	const bought = count > most ? undefined : await saveEntry(trx, entry, most);
	if (bought === undefined) throw new DomainError("raffleTicketsUsed", { count: most });
	const stake = `${raffleId}:${crypto.randomUUID()}`;
	const tickets = (origin: "bought" | "free" | "subscriber", from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => ({
			...{ ...of, origin, nth: from + index + 1 },
			stake: origin === "bought" ? stake : null,
		}));
	const extra = raffle.subscriberTickets ?? 0;
	if (extra > 0 && isSubscriber === undefined) throw new DomainError("raffleChanged");
	const [first, ...rest] = [
		...(hasFreeTicket(raffle) ? tickets("free", 0, 1) : []),
		...(isSubscriber === true ? tickets("subscriber", 0, extra) : []),
		...tickets("bought", bought - count, bought),
	];
	const numbers = first ? await insertTickets(trx, [first, ...rest]) : [];
	if (numbers.length === 0)
		throw new DomainError(extra > 0 && !isSubscriber ? "raffleNotSubscriber" : "raffleEntered");
	if (count === 0) return numbers;
	const { SITE_TIMEZONE: timeZone } = site.config;
	await admitStake(trx, { userId, stake: count * price, maxBet: undefined, at, timeZone });
	await post(trx, {
		userId,
		delta: -count * price,
		reason: "raffle-stake",
		reference: stake,
		actor: userId,
		at,
	});
	return numbers;
}
