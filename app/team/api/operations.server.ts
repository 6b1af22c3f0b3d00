import { z } from "zod/v4";
import { readSlots, readStatistics } from "~/bonus-hunt/outside/source.server";
import { readRaffles } from "~/events/raffles/raffles-page.server";
import { readTournamentsPage } from "~/events/tournaments/tournaments-page.server";
import { DEFAULT_LANGUAGE, LANGUAGES } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { readStore } from "~/store/store.server";
import { findRichest } from "./board.queries.server";
import { findViewerNamed, givePointsAs, MAX_GIFT } from "./points.server";
import { problem } from "./problem.server";
import type { Scope, Token } from "./tokens";

/** The services of the operations. */
export type ApiSite = Pick<
	Site,
	"db" | "now" | "config" | "outsideHunt" | "tournamentBoard" | "announceBalance" | "announceNotices"
>;

/** An operation of the API: what the document says, who may call it, and what answers it. */
export interface Operation<
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodObject = z.ZodObject,
	Answer extends z.ZodObject = z.ZodObject,
> {
	method: "GET" | "POST";
	/** Below `/api/v1/`. */
	path: string;
	scope: Scope;
	summary: string;
	query: Query;
	/** Of a POST, which also needs an idempotency key. */
	body?: Body;
	/** An answer loses the fields that are not declared here, so that nothing else can be shown. */
	answer: Answer;
	run(call: {
		site: ApiSite;
		token: Token;
		query: z.output<Query>;
		body: z.output<Body>;
		/** Empty for a GET. */
		idempotencyKey: string;
	}): Promise<z.input<Answer>>;
}

/** Declares an operation; its types follow from its schemas. */
const defineOperation = <
	Query extends z.ZodObject,
	Answer extends z.ZodObject,
	Body extends z.ZodObject = z.ZodObject,
>(
	operation: Operation<Query, Body, Answer>,
): Operation => operation as unknown as Operation;

const points = z.int();
const count = z.int().min(0);
const money = z.number().nullable();
const text = z.string();
const nothing = z.object({});
/** The language of texts. */
const localised = z.object({ lang: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE) });
const user = z.string().min(1).max(100).describe("A viewer's name, in any case, with or without an @.");
const shownUser = text.nullable().describe("Null if the name is not shown.");

/** All operations, in the order of the document. */
export const OPERATIONS = [
	defineOperation({
		...{ method: "GET", path: "balance", scope: "balances", summary: "The points of a viewer" },
		query: z.object({ user }),
		answer: z.object({ user: text, points }),
		run: async ({ site, query }) => ({
			user: query.user,
			points: (await findViewerNamed(site.db, query.user)).points,
		}),
	}),
	defineOperation({
		...{ method: "GET", path: "board", scope: "balances", summary: "The viewers with the most points" },
		query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
		answer: z.object({ viewers: z.array(z.object({ place: count, user: shownUser, points })) }),
		run: async ({ site, query }) => ({
			viewers: (await findRichest(site.db, query.limit)).map((row, index) => ({
				...{ place: index + 1, user: row.twitch_username, points: row.points },
			})),
		}),
	}),
	defineOperation({
		...{ method: "GET", path: "hunt", scope: "read", summary: "The open bonus hunt, in euros" },
		query: nothing,
		answer: z.object({
			isOpen: z.boolean(),
			statistics: z.object({
				...{ countTotalBonus: money, countOpenedBonus: money, totalWinAmount: money },
				...{ averageMultiplier: money, breakEvenInitial: money, breakEvenCurrent: money },
			}),
			slots: z.array(
				z.object({
					...{ idForBonusHunt: money, slotName: text, providerName: text.nullable() },
					...{ betSize: money, payout: money, multiplier: money },
				}),
			),
		}),
		async run({ site }) {
			const [{ value: statistics }, { value: slots }] = await Promise.all([
				...([readStatistics(site), readSlots(site)] as const),
			]);
			if (!statistics || !slots) throw problem(503, "unavailable", "The source of the hunt does not answer.");
			return { isOpen: slots.length > 0 || statistics.countTotalBonus !== null, statistics, slots };
		},
	}),
	defineOperation({
		...{ method: "GET", path: "raffles", scope: "read", summary: "The raffles that are not over" },
		query: localised,
		answer: z.object({
			raffles: z.array(
				z.object({
					...{
						id: text,
						title: text,
						state: z.enum(["open", "frozen"]),
						isOpen: z.boolean(),
						closesAt: text,
					},
					price: points.nullable().describe("Of a ticket; null for free tickets only."),
					...{ prizes: z.array(text), tickets: count, viewers: count },
				}),
			),
		}),
		async run({ site, query: { lang } }) {
			const { open } = await readRaffles(site, { viewer: undefined, language: lang });
			return {
				raffles: open.map((one) => ({
					...one,
					state: one.state === "open" ? ("open" as const) : ("frozen" as const),
				})),
			};
		},
	}),
	defineOperation({
		...{ method: "GET", path: "tournaments", scope: "read", summary: "The tournaments that are not over" },
		query: localised,
		answer: z.object({
			tournaments: z.array(
				z.object({
					...{ id: text, title: text, kind: text, phase: text, status: text, entries: count },
					fee: points.nullable(),
					lines: z.array(z.object({ place: count, user: shownUser, score: text })),
				}),
			),
		}),
		async run({ site, query: { lang } }) {
			const { tournaments } = await readTournamentsPage(site, undefined, lang);
			return {
				tournaments: tournaments.map(({ lines, ...one }) => ({
					...one,
					lines: lines.map(({ username, ...line }) => ({ ...line, user: username })),
				})),
			};
		},
	}),
	defineOperation({
		...{ method: "GET", path: "store", scope: "read", summary: "The items of the store" },
		query: localised,
		answer: z.object({
			items: z.array(
				z.object({ id: text, name: text, description: text, price: points, stock: count.nullable() }),
			),
		}),
		run: async ({ site, query: { lang } }) => ({ items: (await readStore(site, undefined, lang)).items }),
	}),
	defineOperation({
		...{ method: "POST", path: "points", scope: "points", summary: "Gives points to a viewer" },
		query: nothing,
		body: z.strictObject({ user, amount: z.int().min(1).max(MAX_GIFT) }),
		answer: z.object({
			given: points,
			leftToday: points.describe("What the token may still give today (UTC)."),
		}),
		run: ({ site, token, body, idempotencyKey }) => givePointsAs(site, token, { ...body, idempotencyKey }),
	}),
];
