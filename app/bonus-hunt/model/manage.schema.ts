import { z } from "zod";
import { fieldError, idempotencyKey, line, money, visibleText, whole } from "~/forms/form-fields.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import { centsIn } from "~/i18n/money";
import { pictureAddress, pictureUpload } from "~/pictures/pictures.schema";
import { MAX, MAX_LENGTH } from "./hunt";
import { MAX_LIST_LENGTH } from "./slot-lines";

const id = z.string(fieldError("huntOver"));
const counted = z
	.number(fieldError("invalidInput"))
	.int(fieldError("invalidInput"))
	.safe(fieldError("invalidInput"));

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

/** Empty means that each slot has its own. */
const anyBet = z
	.string()
	.default("")
	.transform((typed) => (typed.trim() === "" ? undefined : (centsIn(typed) ?? 0)))
	.refine((cents) => cents !== 0, fieldError("betInvalid"));

const details = {
	title: visibleText(MAX_LENGTH.title, "huntTitleInvalid"),
	...translationFields({ title: line(MAX_LENGTH.title, "huntTitleInvalid").optional() }),
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

const inputs = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("start"), idempotencyKey, ...details }),
	z.object({ intent: z.literal("edit"), huntId: id, detailsRevision: counted, ...details }),
	z.object({ intent: z.literal("add-slot"), idempotencyKey, huntId: id, ...bonus }),
	z.object({
		...{ intent: z.literal("add-slots"), idempotencyKey, huntId: id, bet: anyBet },
		list: z.string(fieldError("invalidInput")).max(MAX_LIST_LENGTH, fieldError("invalidInput")),
	}),
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
	z.object({ intent: z.literal("reopen"), huntId: id }),
	z.object({ intent: z.literal("discard"), huntId: id }),
	z.object({ intent: z.literal("undo"), stepId: counted }),
]);

/** All forms of the manage page. Money is typed in euros; the output is cents. */
export const manageSchema = inputs
	.superRefine((input, context) => {
		if ((input.intent === "start" || input.intent === "edit") && input.stopLoss > input.startCost) {
			context.addIssue({ code: z.ZodIssueCode.custom, message: "stopLossTooHigh", path: ["stopLoss"] });
		}
	})
	.transform((input) => {
		// One call for both would lose the fields that only one of them has.
		if (input.intent === "start") return gatherTranslations("title")(input);
		if (input.intent === "edit") return gatherTranslations("title")(input);
		return input;
	});

export type ManageInput = z.output<typeof manageSchema>;

/**
 * The forms of a finished hunt: paying the prize to the closest guess that was displayed, and correcting a payout, typed
 * in euros; the output is cents.
 */
export const pastSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("prize"),
		winnerId: z.string(fieldError("winnerChanged")),
		points: whole("prizeInvalid", 1, MAX.prize),
	}),
	z.object({ intent: z.literal("payout"), bonusId: id, revision: counted, payout }),
]);

/** A viewer's guess of the hunt's total payout, typed in euros; the output is cents. */
export const guessSchema = z.object({
	huntId: z.string(fieldError("huntOver")),
	guess: money("guessInvalid", 0),
});
