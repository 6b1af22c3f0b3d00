import type { Trx } from "db/database";
import { retract } from "~/announcements/announce.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { findRecord } from "~/records/records.queries.server";
import { passOver, raffleClose, rafflePay, raffleRefund } from "./draw.server";
import { findOwnTickets, findPlaces, updateRaffle } from "./raffles.queries.server";

type DecisionSite = Pick<Site, "db" | "now" | "log" | "wakeJobs" | "raffleChanged" | "announceNotices">;

interface Decision {
	raffleId: string;
	/** Public. */
	reason: string;
}

/**
 * Finds the raffle that an admin decides about. An admin may have entered where admins may, or before becoming one.
 * @throws {DomainError} `pageExpired`; `raffleOwnTickets` after the draw for an admin with a ticket, whose place may be the next one.
 */
async function findDecidable(trx: Trx, adminId: string, raffleId: string) {
	const raffle = await findRecord(trx, { table: "raffles" }, raffleId);
	if (!raffle) throw new DomainError("pageExpired");
	const own = raffle.state === "drawn" ? await findOwnTickets(trx, adminId, [raffleId]) : [];
	if (own.length > 0) throw new DomainError("raffleOwnTickets");
	return { raffle, places: await findPlaces(trx, [raffleId]) };
}

/**
 * Passes over a drawn place, and gives its prize to the next place, with an entry in the change log. Does nothing if it was passed
 * over before.
 * @throws {DomainError} as {@link findDecidable}, and `rafflePaid`.
 */
export async function passPlace(
	site: DecisionSite,
	adminId: string,
	{ raffleId, place, reason }: Decision & { place: number },
): Promise<void> {
	// An act may be repeated: the last one counts.
	let told: string[] = [];
	await writeChange(site, adminId, {
		async write(trx, at) {
			const { raffle, places } = await findDecidable(trx, adminId, raffleId);
			const row = places.find((one) => one.place === place);
			if (raffle.state !== "drawn" || !row) throw new DomainError("pageExpired");
			if (row.state === "passed") return undefined;
			if (row.state === "paid") throw new DomainError("rafflePaid");
			told = await passOver(trx, raffle, row, reason, at);
			const after = { place, note: reason };
			return { action: "raffle.pass", subject: raffleId, subjectName: raffle.title, after };
		},
		published() {
			site.log.info({ event: "raffle-passed", raffleId, place, adminId });
			site.wakeJobs(rafflePay);
			site.raffleChanged();
			for (const userId of told) site.announceNotices(userId);
		},
	});
}

/**
 * Cancels a raffle, with an entry in the change log; its bought tickets are refunded soon. Does nothing if it is cancelled.
 * @throws {DomainError} as {@link findDecidable}, and `rafflePaid` once a prize was paid.
 */
export async function cancelRaffle(
	site: DecisionSite,
	adminId: string,
	{ raffleId, reason }: Decision,
): Promise<void> {
	await writeChange(site, adminId, {
		async write(trx, at) {
			const { raffle, places } = await findDecidable(trx, adminId, raffleId);
			if (raffle.state === "cancelled") return undefined;
			if (places.some(({ state }) => state === "paid")) throw new DomainError("rafflePaid");
			const change = { state: "cancelled", cancelled_at: at.toISOString(), cancel_reason: reason } as const;
			await updateRaffle(trx, raffleId, change);
			await addJob(trx, raffleRefund, { reference: raffleId, body: { raffleId }, at });
			await withdrawJob(trx, raffleClose.kind, raffleId);
			await retract(trx, "raffle.drawn", raffleId);
			return {
				action: "raffle.cancel",
				subject: raffleId,
				subjectName: raffle.title,
				after: { note: reason },
			};
		},
		published() {
			site.log.info({ event: "raffle-cancelled", raffleId, adminId });
			site.wakeJobs(raffleRefund);
			site.raffleChanged();
		},
	});
}
