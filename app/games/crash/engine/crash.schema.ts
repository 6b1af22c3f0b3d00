import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import { MAX_STAKE, MAX_TARGET, MIN_STAKE, MIN_TARGET, STAKE_STEP } from "./crash";

const stake = z
	.number(fieldError("stakeInvalid"))
	.int(fieldError("stakeInvalid"))
	.min(MIN_STAKE, fieldError("stakeInvalid"))
	.multipleOf(STAKE_STEP, fieldError("stakeInvalid"))
	.max(MAX_STAKE, fieldError("stakeInvalid"));

/** Two decimals at most, as hundredths. */
const target = z
	.number(fieldError("targetInvalid"))
	.refine((value) => /^\d{1,4}(\.\d{1,2})?$/.test(String(value)), fieldError("targetInvalid"))
	.transform((value) => Math.round(value * 100))
	.refine((value) => value >= MIN_TARGET && value <= MAX_TARGET, fieldError("targetInvalid"));

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

export const liveCrashSchema = z.discriminatedUnion("intent", [
	place,
	cancel,
	cashOut,
	z.object({ intent: z.literal("queue"), ...bet }),
	z.object({ intent: z.literal("unqueue") }),
]);

/** Bets, and: starts the player's game, or resets the demo points. */
export const soloCrashSchema = z.discriminatedUnion("intent", [
	place,
	cancel,
	cashOut,
	z.object({ intent: z.literal("start") }),
	z.object({ intent: z.literal("refill") }),
]);

/** The admins' switch of the live game. */
export const liveControlSchema = z.object({ intent: z.enum(["start", "stop"]) });

/** @throws {DomainError} `targetInvalid` when an automatic cash-out is asked for at no target. */
export function betOf({ stake, auto, target }: { stake: number; auto?: boolean; target?: number }) {
	if (auto && target === undefined) throw new DomainError("targetInvalid");
	return { stake, target: auto ? (target ?? null) : null };
}
