import type { Db } from "db/database";
import type { Bus } from "db/engine";
import type { Clock } from "./clock";
import type { Config } from "./config.server";

/**
 * The services of a site. A use case takes them as its first argument and names those that it needs:
 * `Pick<Site, "db" | "now">`. A module declares its own services where it creates them, by declaration merging:
 *
 *     declare module "~/lib/site" {
 *     	interface Site { announceBalance: ReturnType<typeof openBalanceTopic> }
 *     }
 *
 * `site/site.server.ts` creates them all.
 */
export interface Site {
	db: Db;
	/** Messages between the processes of the site. */
	bus: Bus;
	config: Config;
	/** The time. With several processes, the time of the database server, so that their times can be compared. */
	now(): Date;
	clock: Clock;
	/** Random bytes in hexadecimal digits. */
	randomHex(bytes: number): string;
	/** Whether this process leads. Only the leader runs games and background work. */
	leads(): boolean;
}
