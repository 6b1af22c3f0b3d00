import { createHash, randomBytes } from "node:crypto";
import type { Trx } from "db/database";
import { z } from "zod";
import { announce } from "~/announcements/announce.server";
import { type Beacon, roundAfter } from "~/beacon/beacon";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import { addJob } from "~/jobs/jobs.server";
import { instantIn, isLocalTime, localTimeIn } from "~/lib/calendar";
import { singleLine } from "~/lib/single-line";
import { wholeNumberIn } from "~/lib/whole-number";
import { MAX_POINTS } from "~/points/amounts";
import { check, number, optional, text, title } from "~/records/fields.server";
import { defineRecord } from "~/records/record.server";
import { findRecords } from "~/records/records.queries.server";
import { items } from "~/store/items/items.server";
import { type Prize, prizeSchema } from "../prizes";
import { spendPrizes } from "../prizes.server";
import { raffleClose } from "./draw.server";
import { MAX_BOUGHT, MAX_PRIZES } from "./raffle";
import { hasTickets } from "./raffles.queries.server";

/** What the form of a raffle has beside its columns. */
interface Inputs {
	/** The current one, whose round the raffle names. */
	beacon: Beacon;
}

/**
 * The raffles. The hash of the seed and the round of the beacon are stored with a new raffle. From the first ticket on only title and
 * description may change, so that nobody can choose another round, and once the list is final, which has the title, only the description.
 */
export const raffles = defineRecord<"raffles", Inputs, "beacon" | "raffleChanged" | "wakeJobs">({
	...{ table: "raffles", texts: "raffles", right: "raffles", list: "/raffles", path: "/raffles" },
	...{ removal: "delete", removedFrom: "form", order: ["-closes_at", "-id"] },
	nameOf: ({ title }) => title,
	fields: {
		title: title({ max: 100, error: "itemNameInvalid", translated: true }),
		description: text({ max: 1000, error: "descriptionTooLong", rows: 3, translated: true }),
		/** The form has the local time of the site's time zone. */
		closesAt: {
			schema: z
				.string(fieldError("raffleClosesInvalid"))
				.trim()
				.refine(isLocalTime, fieldError("raffleClosesInvalid")),
			input: { type: "datetime-local" },
			width: "half",
			shown: ({ closesAt }, _language, { SITE_TIMEZONE }) =>
				localTimeIn(SITE_TIMEZONE, new Date(String(closesAt))),
		},
		prizes: {
			schema: z
				.string(fieldError("rafflePrizesInvalid"))
				.transform((typed) => typed.split("\n").map(singleLine).filter(Boolean))
				.refine(({ length }) => length > 0 && length <= MAX_PRIZES, fieldError("rafflePrizesInvalid"))
				.transform((lines) => lines.join("\n")),
			input: { rows: 3 },
		},
		price: optional(number("priceInvalid", [1, 1_000_000_000], { width: "half" })),
		maxBought: optional(number("raffleNumberInvalid", [1, MAX_BOUGHT], { width: "half" })),
		hasFreeTicket: check(),
		subscriberTickets: optional(number("raffleNumberInvalid", [1, 10], { width: "half" })),
		minAccountHours: optional(number("cooldownInvalid", [1, 8760], { width: "half", proposed: "24" })),
		payAfterMinutes: optional(number("raffleNumberInvalid", [1, 10_080], { width: "half", proposed: "10" })),
		isOpenToAdmins: check(),
	},
	prepare: async ({ beacon }) => ({ beacon: await beacon.current() }),
	async store(trx, { id, before, form, config, at, actor }, write) {
		const closesAt = instantIn(config.SITE_TIMEZONE, form.closesAt);
		const closes = { closes_at: closesAt.toISOString() };
		const isSame = before?.closesAt === closes.closes_at;
		if (before && (before.state !== "open" || (await hasTickets(trx, id)))) {
			const free = ["description", "closesAt", ...(before.state === "open" ? ["title"] : [])];
			const locked = Object.keys(raffles.fields).filter((name) => !free.includes(name));
			if (!isSame || (locked as (keyof typeof before)[]).some((name) => form[name] !== before[name]))
				throw new DomainError("raffleLocked");
			return write(closes);
		}
		if (!isSame && closes.closes_at <= at) throw new DomainError("raffleClosesInvalid");
		const prizes = await prizesIn(trx, form.prizes);
		const priced = before && z.array(prizeSchema).parse(JSON.parse(before.prizeValues));
		await spendPrizes(trx, { config, actor, at: new Date(at) }, prizes, priced);
		const prize_values = JSON.stringify(prizes);
		const round = { public_key: form.beacon.publicKey, round: roundAfter(form.beacon, closesAt) };
		await write({ ...closes, prize_values, ...(!isSame && round), ...(!before && newDraw()) });
		if (!before) await announce(trx, { type: "raffle.opened", reference: id, data: { raffleId: id }, at });
		if (isSame) return undefined;
		await withdrawJob(trx, raffleClose.kind, id);
		const due = { dueAt: closesAt, at: new Date(at) };
		await addJob(trx, raffleClose, { reference: id, body: { raffleId: id }, ...due });
		return undefined;
	},
	async removed(trx, id) {
		if (await hasTickets(trx, id)) throw new DomainError("raffleHasTickets");
		await withdrawJob(trx, raffleClose.kind, id);
	},
	changed(site) {
		site.wakeJobs(raffleClose);
		site.raffleChanged();
	},
});

function newDraw() {
	const seed = randomBytes(32);
	const seed_hash = createHash("sha256").update(seed).digest("hex");
	return { seed: seed.toString("hex"), seed_hash, state: "open" } as const;
}

/** Returns the prizes in a text: a number of points, or the name of an item on offer in any language. */
async function prizesIn(trx: Trx, typed: string): Promise<Prize[]> {
	const offered = await findRecords(trx, items, { status: "active" });
	return typed.split("\n").map((line) => {
		const points = wholeNumberIn(line);
		if (points !== undefined && points >= 1 && points <= MAX_POINTS) return { points };
		const item = offered.find(({ name, translations }) =>
			[name, ...Object.values(translations).map((texts) => texts?.name)].includes(line),
		);
		if (!item) throw new DomainError("rafflePrizeUnknown", { prize: line });
		return { itemId: item.id };
	});
}
