import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { MAX_STAKE, MIN_STAKE, STAKE_STEP, targetIn } from "./crash";
import { REACTIONS } from "./reactions";
import { NAME_CHOICES } from "./view";

const stake = z
	.number(fieldError("stakeInvalid"))
	.int(fieldError("stakeInvalid"))
	.min(MIN_STAKE, fieldError("stakeInvalid"))
	.multipleOf(STAKE_STEP, fieldError("stakeInvalid"))
	.max(MAX_STAKE, fieldError("stakeInvalid"));

/** Parsed to hundredths. */
const target = z
	.string(fieldError("targetInvalid"))
	.refine((text) => targetIn(text) !== undefined, fieldError("targetInvalid"))
	.transform(targetIn);

const bet = {
	idempotencyKey,
	/** From the form: rejects a stake from another account than the one the page showed. */
	wallet: z.string().optional(),
	stake,
	/** Whether the automatic cash-out is on. */
	auto: z.boolean().optional(),
	target: target.optional(),
};
const betId = z.string(fieldError("noBet")).uuid(fieldError("noBet")).toLowerCase();

const place = z.object({ intent: z.literal("place"), ...bet });
const cancel = z.object({ intent: z.literal("cancel"), betId });
const cashOut = z.object({ intent: z.literal("cash-out"), betId });

/**
 * The forms of live Crash: place, cancel or cash out a bet, queue one for the next round, or remove it from the
 * queue. `target` is typed as a multiplier and parsed to hundredths.
 */
export const liveCrashSchema = z.discriminatedUnion("intent", [
	place,
	cancel,
	cashOut,
	z.object({ intent: z.literal("queue"), ...bet }),
	z.object({ intent: z.literal("unqueue") }),
]);

/**
 * The forms of solo Crash: place, cancel or cash out a bet, start its flight early, start the player's game, or reset
 * the demo points.
 */
export const soloCrashSchema = z.discriminatedUnion("intent", [
	place,
	cancel,
	cashOut,
	z.object({ intent: z.literal("fly"), betId }),
	z.object({ intent: z.literal("start") }),
	z.object({ intent: z.literal("refill") }),
]);

/** A reaction to the live game, and how others see the viewer from the next bet on. */
export const peopleSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("react"), reaction: z.enum(REACTIONS, fieldError("invalidInput")) }),
	z.object({ intent: z.literal("rename"), shownAs: z.enum(NAME_CHOICES, fieldError("invalidInput")) }),
]);

/** The admins' switch of the live game. */
export const liveControlSchema = z.object({ intent: z.enum(["start", "stop"]) });

/**
 * Returns the bet of a parsed form. The target, in hundredths, is null if the automatic cash-out is off, also if
 * the field has a value.
 * @throws {DomainError} `targetInvalid` if the automatic cash-out is on without a target.
 */
export function betOf({ stake, auto, target }: { stake: number; auto?: boolean; target?: number }) {
	if (auto && target === undefined) throw new DomainError("targetInvalid");
	return { stake, target: auto ? (target ?? null) : null };
}
