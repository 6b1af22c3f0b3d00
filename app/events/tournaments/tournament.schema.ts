import { z } from "zod";
import { fieldError, idempotencyKey, line, visibleText, whole } from "~/forms/form-fields.schema";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import type { ErrorCode } from "~/i18n/messages";
import { instantIn, isLocalTime } from "~/lib/calendar";
import type { Prize } from "../prizes";
import {
	DRAW_RULES,
	FORMATS,
	MAX_ROUNDS,
	MAX_TITLE_LENGTH,
	PLACES,
	type Rule,
	SIZES,
	type TournamentInput,
} from "./tournament";

const MAX_POINTS = 1_000_000;

const count = z.number().int().min(1);

/** The stored rules. */
export const ruleSchema: z.ZodType<Rule> = z.discriminatedUnion("kind", [
	z.object({
		...{ kind: z.literal("race"), games: z.array(z.string()).min(1) },
		...{ best: count, rounds: count, minStake: count },
	}),
	z.object({ kind: z.literal("league"), points: z.array(count).min(1) }),
	z.object({
		kind: z.literal("bracket"),
		size: z.custom<(typeof SIZES)[number]>((size) => SIZES.some((one) => one === size)),
		...{ format: z.enum(FORMATS), spins: count, draw: z.enum(DRAW_RULES) },
	}),
]);

/** A local date and time of the site's time zone, or an empty text. */
const time = (code: ErrorCode, isRequired = false) =>
	z
		.string()
		.trim()
		.default("")
		.refine((text) => (text === "" ? !isRequired : isLocalTime(text)), fieldError(code));

const prizeFields = Object.fromEntries(
	PLACES.flatMap((place) => [
		[`points${place}`, whole("tournamentPrizeInvalid", 1, 1_000_000_000).nullable().default(null)],
		[`item${place}`, z.string().default("")],
	]),
) as Record<`points${(typeof PLACES)[number]}`, z.ZodType<number | null, z.ZodTypeDef, unknown>> &
	Record<`item${(typeof PLACES)[number]}`, z.ZodType<string, z.ZodTypeDef, unknown>>;

const common = {
	idempotencyKey,
	/** The revision of the edited tournament; missing for a new one. */
	revision: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")).optional(),
	title: visibleText(MAX_TITLE_LENGTH, "tournamentTitleInvalid"),
	...translationFields({ title: line(MAX_TITLE_LENGTH, "tournamentTitleInvalid").optional() }),
	fee: whole("tournamentFeeInvalid", 0, MAX_POINTS),
	maxEntries: whole("tournamentPlacesInvalid", 2, 5000).nullable().default(null),
	minAccountHours: whole("tournamentHoursInvalid", 0, 87_600),
	opensAt: time("tournamentTimeInvalid"),
	closesAt: time("tournamentTimeInvalid"),
	...prizeFields,
};

const period = {
	startsAt: time("tournamentTimeInvalid"),
	endsAt: time("tournamentEndInvalid", true),
};

const race = z.object({
	...common,
	kind: z.literal("race"),
	games: z.array(z.string(), fieldError("tournamentGamesMissing")).min(1, "tournamentGamesMissing"),
	best: whole("tournamentRoundsInvalid", 1, MAX_ROUNDS),
	rounds: whole("tournamentRoundsInvalid", 1, MAX_ROUNDS),
	minStake: whole("tournamentStakeInvalid", 1, MAX_POINTS),
	...period,
});

const league = z.object({
	...common,
	kind: z.literal("league"),
	points: z
		.string(fieldError("tournamentRanksInvalid"))
		.transform((text) =>
			text
				.split(/[\s,;·]+/)
				.filter(Boolean)
				.map(Number),
		)
		.refine(
			(all) =>
				all.length >= 1 &&
				all.length <= 25 &&
				all.every((one) => Number.isInteger(one) && one >= 1 && one <= 1000),
			fieldError("tournamentRanksInvalid"),
		),
	...period,
});

const bracket = z.object({
	...common,
	kind: z.literal("bracket"),
	size: z
		.string(fieldError("invalidInput"))
		.transform(Number)
		.refine(
			(size): size is (typeof SIZES)[number] => SIZES.some((one) => one === size),
			fieldError("invalidInput"),
		),
	format: z.enum(FORMATS, fieldError("invalidInput")),
	spins: whole("tournamentRoundsInvalid", 1, 1000),
	draw: z.enum(DRAW_RULES, fieldError("invalidInput")),
	startsAt: time("tournamentStartMissing", true),
});

/** The forms of a tournament and of its cancellation. `saveTournament` checks the times. */
export const tournamentSchema = z
	.discriminatedUnion("kind", [race, league, bracket, z.object({ kind: z.literal("cancel") })])
	.superRefine((form, context) => {
		if (form.kind === "race" && form.best > form.rounds)
			context.addIssue({ code: "custom", path: ["best"], message: "tournamentBestInvalid" });
	})
	.transform((form) =>
		form.kind === "cancel" ? form : { ...form, translations: gatherTranslations("title")(form).translations },
	);

export type TournamentForm = Exclude<z.output<typeof tournamentSchema>, { kind: "cancel" }>;

/** The prizes by place, without empty ones at the end. An item takes precedence over points. */
function prizesOf(form: TournamentForm): (Prize | null)[] {
	const prizes = PLACES.map((place): Prize | null => {
		const [points, itemId] = [form[`points${place}`], form[`item${place}`]];
		return itemId ? { itemId } : points === null ? null : { points };
	});
	return prizes.slice(0, prizes.findLastIndex((prize) => prize !== null) + 1);
}

/** What a form means. Blank times are now, or for the last entry the last possible time. */
export function inputOf(form: TournamentForm, timeZone: string, now: Date): TournamentInput {
	const { title, translations, fee, maxEntries, minAccountHours } = form;
	const instant = (text: string, otherwise = now.toISOString()) =>
		text === "" ? otherwise : instantIn(timeZone, text).toISOString();
	const startsAt = instant(form.startsAt);
	const endsAt = "endsAt" in form ? instant(form.endsAt) : null;
	return {
		...{ title, translations, fee, maxEntries, minAccountHours, startsAt, endsAt },
		...{ rule: ruleSchema.parse(form), prizes: prizesOf(form), opensAt: instant(form.opensAt) },
		closesAt: instant(form.closesAt, endsAt ?? startsAt),
	};
}

const tournamentId = z.string().uuid(fieldError("pageExpired"));

/** The forms of the page of tournaments. */
export const entrySchema = z.discriminatedUnion("intent", [
	z.object({
		...{ intent: z.literal("enter"), idempotencyKey, tournamentId },
		fee: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")),
		/** Of a bracket. */
		slotId: z.string().optional(),
	}),
	z.object({ intent: z.literal("leave"), idempotencyKey, tournamentId }),
]);
