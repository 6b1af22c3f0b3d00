import { z } from "zod";
import { fieldError, idempotencyKey, line, visibleText, whole } from "~/forms/form-fields.schema";
import { isAmount, MAX_POINTS } from "../amounts";
import { MAX_NOTE_LENGTH } from "./users";

/** The field of a number of points that are given or taken, depending on the button. A typed plus sign is ignored. */
const givingFields = {
	idempotencyKey,
	amount: z
		.string(fieldError("givingInvalid"))
		.transform((text) => text.replace(/^\s*\+/, ""))
		.pipe(whole("givingInvalid", 1, MAX_POINTS)),
	note: line(MAX_NOTE_LENGTH, "givingNoteTooLong").default(""),
	direction: z.enum(["give", "take"], fieldError("invalidInput")).default("give"),
};

/** The signed number of points of a form with {@link givingFields}. */
export const signedAmount = ({
	amount,
	direction,
}: {
	amount: number;
	direction: "give" | "take";
}): number => (direction === "take" ? -amount : amount);

/** An admin sets a user's points, or gives and takes some. */
export const adjustmentSchema = z.discriminatedUnion("intent", [
	z.object({
		intent: z.literal("set"),
		idempotencyKey,
		userId: z.string(fieldError("userGone")),
		shown: z.number(fieldError("invalidInput")),
		points: whole("pointsInvalid", 0, MAX_POINTS),
	}),
	z.object({ intent: z.literal("give"), userId: z.string(fieldError("userGone")), ...givingFields }),
]);

/** An admin gives points to each of a list of names, or takes them. */
export const givingSchema = z.object({
	...givingFields,
	names: z.string(fieldError("givingNobody")),
});

/** An admin confirms a merge with the numbers that the page displayed. */
export const mergeSchema = z.object({
	idempotencyKey,
	providerPoints: z.number(fieldError("invalidInput")).refine(isAmount, fieldError("invalidInput")),
	credit: z.number(fieldError("invalidInput")).refine(isAmount, fieldError("invalidInput")),
});

/** An admin hides or shows the user's name, starts or ends a pause, or undoes a merge. */
export const userSchema = z.union([
	z.object({ name: z.enum(["hide", "show"]) }),
	z.object({ pause: z.literal("end") }),
	z.object({ pause: z.literal("start"), reason: visibleText(MAX_NOTE_LENGTH, "pauseReason").default("") }),
	z.object({ mergeId: z.string(fieldError("mergeGone")) }),
]);

/** A CSV file or its text, to be previewed. */
export const importSchema = z.object({
	file: z.instanceof(File).optional(),
	text: z.string().optional(),
});

/** An admin starts the import of a previewed file. */
export const startImportSchema = z.object({
	idempotencyKey,
	unknown: z.enum(["wait", "leave"], fieldError("invalidInput")).default("leave"),
});
