import type { z } from "zod/v4";
import type { Site } from "~/lib/site";
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
export const defineOperation = <
	Query extends z.ZodObject,
	Answer extends z.ZodObject,
	Body extends z.ZodObject = z.ZodObject,
>(
	operation: Operation<Query, Body, Answer>,
): Operation => operation as unknown as Operation;
