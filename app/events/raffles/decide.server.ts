import type { Trx } from "db/database";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import type { Site } from "~/lib/site";
import { findRecord } from "~/records/records.queries.server";
import { cancel, passOver, raffleClose, rafflePay, raffleRefund } from "./draw.server";
import { findOwnTickets, findPlaces } from "./raffles.queries.server";

type DecisionSite = Pick<Site, "db" | "now" | "log" | "wakeJobs" | "raffleChanged" | "announceNotices">;

/** An admin may have entered where admins may, or before becoming one. */
async function refuseEntrant(trx: Trx, raffleId: string, adminId: string): Promise<void> {
	const own = await findOwnTickets(trx, adminId, [raffleId]);
	if (own.length > 0) throw new DomainError("raffleOwnTickets");
}

/**
 * Passes over a drawn place with a public reason, and gives its prize to the next place, with an entry in the change log. Does
 * nothing if it was passed over before.
 * @throws {DomainError} `pageExpired`, `rafflePaid`; `raffleOwnTickets` for an admin with a ticket, whose place may be the next one.
 */
export async function passPlace(
	site: DecisionSite,
	adminId: string,
	{ raffleId, place, reason }: { raffleId: string; place: number; reason: string },
): Promise<void> {
	// An act may be repeated: the last one counts.
	let told: string[] = [];
	await writeChange(site, adminId, {
		async write(trx, at) {
			const raffle = await findRecord(trx, { table: "raffles" }, raffleId);
			const row = (await findPlaces(trx, [raffleId])).find((one) => one.place === place);
			if (raffle?.state !== "drawn" || !row) throw new DomainError("pageExpired");
			if (row.state === "passed") return undefined;
			if (row.state === "paid") throw new DomainError("rafflePaid");
			await refuseEntrant(trx, raffleId, adminId);
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
 * Cancels a raffle with a public reason, with an entry in the change log; its bought tickets are refunded. Does nothing if it is
 * cancelled.
 * @throws {DomainError} `pageExpired`, `rafflePaid` once a prize was paid; `raffleOwnTickets` after the draw for an admin with a ticket.
 */
export async function cancelRaffle(
	site: DecisionSite,
	adminId: string,
	{ raffleId, reason }: { raffleId: string; reason: string },
): Promise<void> {
	await writeChange(site, adminId, {
		async write(trx, at) {
			const raffle = await findRecord(trx, { table: "raffles" }, raffleId);
			if (!raffle) throw new DomainError("pageExpired");
			if (raffle.state === "cancelled") return undefined;
			if ((await findPlaces(trx, [raffleId])).some(({ state }) => state === "paid"))
				throw new DomainError("rafflePaid");
			if (raffle.state === "drawn") await refuseEntrant(trx, raffleId, adminId);
			await cancel(trx, raffleId, reason, at);
			await withdrawJob(trx, raffleClose.kind, raffleId);
			const after = { note: reason };
			return { action: "raffle.cancel", subject: raffleId, subjectName: raffle.title, after };
		},
		published() {
			site.log.info({ event: "raffle-cancelled", raffleId, adminId });
			site.wakeJobs(raffleRefund);
			site.raffleChanged();
		},
	});
}
