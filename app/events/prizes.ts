import { z } from "zod";

/** What an event pays: points, or an item of the store. */
export const prizeSchema = z.union([
	z.object({ points: z.number().int().min(1) }).strict(),
	z.object({ itemId: z.string() }).strict(),
]);

export type Prize = z.infer<typeof prizeSchema>;
