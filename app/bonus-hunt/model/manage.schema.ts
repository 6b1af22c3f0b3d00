import { z } from "zod";
import { fieldError, idempotencyKey, line, visibleText } from "~/forms/form-fields.schema";
import { money } from "~/forms/money.schema";
import { whole } from "~/forms/whole-number.schema";
import { centsIn } from "~/i18n/money";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX, MAX_LENGTH } from "./hunt";

const id = z.string(fieldError("huntOver"));
const counted = z.number(fieldError("invalidInput")).int(fieldError("invalidInput"));

/** Empty means 0. */
const stopLoss = z
	.string()
	.default("")
	.transform((typed) => (typed.trim() === "" ? 0 : centsIn(typed)))
	.refine((cents): cents is number => cents !== undefined, fieldError("moneyInvalid"));

/** Empty means that the slot is not opened. */
const payout = z
	.string()
	.default("")
	.transform((typed) => (typed.trim() === "" ? null : centsIn(typed)))
	.refine((cents): cents is number | null => cents !== undefined, fieldError("moneyInvalid"));

const details = {
	title: visibleText(MAX_LENGTH.title, "huntTitleInvalid"),
	startCost: money("moneyInvalid", 0),
	stopLoss,
};

const bonus = {
	name: visibleText(MAX_LENGTH.name, "huntSlotInvalid"),
	provider: line(MAX_LENGTH.provider, "huntProviderInvalid").default(""),
	image: pictureAddress,
	bet: money("betInvalid", 1),
	preNote: line(MAX_LENGTH.preNote, "preNoteInvalid").default(""),
};

const asks = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("start"), idempotencyKey, ...details }),
	z.object({ intent: z.literal("edit"), huntId: id, detailsRevision: counted, ...details }),
	z.object({ intent: z.literal("add-slot"), idempotencyKey, huntId: id, ...bonus }),
	z.object({ intent: z.literal("open-slot"), bonusId: id, payout: money("moneyInvalid", 0) }),
	z.object({
		intent: z.literal("edit-slot"),
		bonusId: id,
		revision: counted,
		...bonus,
		payout,
		upload: pictureUpload,
	}),
	z.object({ intent: z.literal("remove-slot"), idempotencyKey, bonusId: id, revision: counted }),
	z.object({ intent: z.literal("move-slot"), bonusId: id, orderRevision: counted, to: counted }),
	z.object({ intent: z.literal("guessing"), huntId: id, guessing: z.enum(["open", "closed"]) }),
	z.object({ intent: z.literal("finish"), huntId: id }),
	z.object({ intent: z.literal("discard"), huntId: id }),
	z.object({ intent: z.literal("undo"), stepId: counted }),
]);

/** All actions of the manage page. */
export const manageSchema = asks.superRefine((ask, context) => {
	if ((ask.intent === "start" || ask.intent === "edit") && ask.stopLoss > ask.startCost) {
		context.addIssue({ code: z.ZodIssueCode.custom, message: "stopLossTooHigh", path: ["stopLoss"] });
	}
});

export type ManageAsk = z.output<typeof manageSchema>;

/**
 * The actions on a finished hunt: paying the prize to the closest guess that was shown, and correcting a
 * payout.
 */
export const pastSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("prize"),
		winnerId: z.string(fieldError("winnerChanged")),
		points: whole("prizeInvalid", 1, MAX.prize),
	}),
	z.object({ intent: z.literal("payout"), bonusId: id, revision: counted, payout }),
]);
