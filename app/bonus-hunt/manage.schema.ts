import { z } from "zod";
import type { ErrorCode } from "~/i18n/messages";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { requestId, says } from "~/platform/form-fields.schema";
import { centsIn } from "~/platform/money";
import { money } from "~/platform/money.schema";
import { whole } from "~/platform/whole-number.schema";
import { LONGEST, MOST } from "./hunt";

const id = z.string(says("huntOver"));
const counted = z.number(says("invalidInput")).int(says("invalidInput"));

const text = (code: ErrorCode, least: number, most: number) =>
	z.string(says(code)).trim().min(least, says(code)).max(most, says(code));

/** Nothing for 0. */
const stopLoss = z
	.string()
	.default("")
	.transform((typed) => (typed.trim() === "" ? 0 : centsIn(typed)))
	.refine((cents): cents is number => cents !== undefined, says("moneyInvalid"));

/** Nothing for a slot that is not opened yet. */
const payout = z
	.string()
	.default("")
	.transform((typed) => (typed.trim() === "" ? null : centsIn(typed)))
	.refine((cents): cents is number | null => cents !== undefined, says("moneyInvalid"));

const details = {
	title: text("huntTitleInvalid", 1, LONGEST.title),
	startCost: money("moneyInvalid", 0),
	stopLoss,
};

const bonus = {
	name: text("huntSlotInvalid", 1, LONGEST.name),
	provider: text("huntProviderInvalid", 0, LONGEST.provider).default(""),
	image: pictureAddress,
	bet: money("betInvalid", 1),
	preNote: text("preNoteInvalid", 0, LONGEST.preNote).default(""),
};

/** All that an admin does to a hunt, from one page. */
export const manageSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("start"), ...details }),
	z.object({ intent: z.literal("edit"), huntId: id, shown: z.string(says("invalidInput")), ...details }),
	z.object({ intent: z.literal("add-slot"), requestId, huntId: id, ...bonus }),
	z.object({ intent: z.literal("open-slot"), bonusId: id, payout: money("moneyInvalid", 0) }),
	z.object({
		intent: z.literal("edit-slot"),
		bonusId: id,
		revision: counted,
		...bonus,
		payout,
		upload: pictureUpload,
	}),
	z.object({ intent: z.literal("remove-slot"), bonusId: id }),
	z.object({ intent: z.literal("move-slot"), bonusId: id, from: counted, to: counted }),
	z.object({ intent: z.literal("guessing"), huntId: id, guessing: z.enum(["open", "closed"]) }),
	z.object({ intent: z.literal("finish"), huntId: id }),
	z.object({ intent: z.literal("discard"), huntId: id }),
	z.object({ intent: z.literal("undo"), stepId: counted }),
]);

export type ManageAsk = z.output<typeof manageSchema>;

/** An admin pays the closest guess, who is the one that was shown. */
export const prizeSchema = z.object({
	winnerId: id,
	points: whole("prizeInvalid", 1, MOST.prize),
});
