import { z } from "zod";

const choice = z.boolean().default(false);

export const pageSchema = z.object({
	isPublic: choice,
	showsPoints: choice,
	showsWins: choice,
	showsSince: choice,
});
