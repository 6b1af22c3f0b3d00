import type { Site } from "~/lib/site";

declare module "~/lib/site" {
	interface Site {
		/** A win was stored: the payout exceeded the stake. */
		winStored(): void;
		/** A viewer has staked points. */
		played(userId: string): void;
	}
}

/** The events that a game reports to the rest of the site. Each function is called once, after the commit. */
export type GameEvents = Pick<Site, "announceBalance" | "winStored" | "played">;
