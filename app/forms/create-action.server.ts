import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { Bus } from "db/engine";
import type { z } from "zod";
import { isFromOtherHost } from "~/http/other-host.server";
import { type RequestQueue, waitForSlot } from "~/http/request-queue.server";
import { type ErrorCode, isErrorCode } from "~/i18n/messages";
import { currentContext, type RequestContext } from "~/lib/request-context.server";
import { may, type Right, type Staff } from "~/lib/rights";
import { DomainError } from "./domain-error";
import { readForm } from "./form-body.server";
import { clientKey, createRateLimit, type RateLimit, sharerKey } from "./rate-limit.server";
import { RETRY_AFTER_SECONDS, storageRefusalOf } from "./storage-refusal";

/**
 * Who may send a form. `anyone` includes visitors who are not signed in; `viewer` includes admins; a right includes the
 * admins and the moderators who have it.
 */
export type Role = "anyone" | "viewer" | "admin" | Right;

interface Person extends Staff {
	id: string;
}

/** Households, schools and mobile carriers share addresses. */
const VISITORS_PER_ADDRESS = 10;

type Params = ActionFunctionArgs["params"];
type Translate = (code: ErrorCode, values?: Record<string, string | number>) => string;

interface Dependencies<Viewer extends Person> {
	/** The site's own origin, for browsers that send no `Sec-Fetch-Site`. */
	origin: string;
	trustedProxyHops: number;
	/** Multiplies every rate limit. */
	rateLimitScale: number;
	/** To the other processes, whose requests count in shared rate limits. */
	bus?: Pick<Bus, "publish" | "subscribe">;
	findViewer(request: Request): Promise<Viewer | undefined>;
	translator(request: Request): Promise<Translate>;
	/** Called for each request that is refused. */
	onRefused?(code: ErrorCode): void;
	/** Limit how many actions run at the same time. Games have their own queue, so they never wait for other forms. */
	queues: Record<"form" | "game", Pick<RequestQueue, "enter">>;
}

interface ActionDefinition<Schema extends z.ZodTypeAny, Viewer, Answer> {
	role: Role;
	/** Applies per viewer. The visitors of one address together may send {@link VISITORS_PER_ADDRESS} times as many. */
	limit: RateLimit;
	schema: Schema;
	/** Maximum size of the body in bytes, where the default of 64 KiB is too small. */
	bodyLimit?: number;
	/** Fields that a refusal never sends back, such as secrets. */
	unechoed?: ReadonlySet<string>;
	/** The result depends on timing: the action uses the queue of games and frees its slot once the decision is made. */
	isGame?: true;
	/** The route has no component: a refusal is thrown as a Response and shown by the ErrorBoundary. */
	hasNoPage?: true;
	/**
	 * The use case. Returns data for the page of the form, or a redirect Response.
	 * @throws {DomainError} to refuse the request.
	 */
	run(call: {
		input: z.output<Schema>;
		viewer: Viewer;
		request: Request;
		/** The parameters of the route, such as the id of an item. */
		params: Params;
		/** Response headers, to which the use case may add. */
		headers: Headers;
	}): Promise<Answer>;
}

/**
 * The action data of a refused form. Its HTTP status is that of the error. Without an answer of the site there is only a code:
 * see `answerWhenOffline`.
 */
export interface Refusal {
	ok: false;
	code: ErrorCode;
	/** In the viewer's language. */
	message: string;
	/** Message by field name, in the viewer's language. */
	fieldErrors?: Record<string, string>;
	/** The submitted values without files, to fill in the form again. */
	typed?: Record<string, unknown>;
}

/** The action data of an accepted form. */
export type Accepted<Answer> = { ok: true } & Answer;

const STATUS: Partial<Record<ErrorCode, number>> = {
	crossSite: 403,
	otherHost: 403,
	signInFirst: 401,
	adminsOnly: 403,
	tooManyRequests: 429,
	bodyTooLarge: 413,
	invalidInput: 400,
	bodyUnreadable: 400,
	cannotStore: 503,
	picturesAway: 503,
	siteBusy: 503,
};

/**
 * Returns `createAction`, which makes a route's `action`: the only way to write. Each request passes, in this order:
 * same-origin check, complete body, queue, session, role, rate limit, validation, use case, localised answer. The
 * queue comes after the body, so that a slow upload occupies no slot. A game's use case is called synchronously after
 * validation, and decides before its first `await`.
 * The action returns {@link Accepted} with the answer of `run`, or {@link Refusal} with an HTTP status for a
 * DomainError or a storage fault. A Response from `run` is thrown, with `headers` added. A cross-site request is
 * answered with a plain 403, one of another name of the site's host with a refusal that names APP_ORIGIN. Other errors are rethrown to Remix.
 */
export function createActionFactory<Viewer extends Person>(dependencies: Dependencies<Viewer>) {
	function createAction<Schema extends z.ZodTypeAny, Answer extends object, Required extends Role>(
		definition: ActionDefinition<Schema, Required extends "anyone" ? Viewer | undefined : Viewer, Answer> & {
			role: Required;
		},
	) {
		const { rateLimitScale, bus } = dependencies;
		const checkViewer = createRateLimit(definition.limit, rateLimitScale, bus);
		const { sharedAs } = definition.limit;
		// A channel between processes has one listener.
		const ofVisitors = { ...definition.limit, ...(sharedAs && { sharedAs: `${sharedAs}-visitors` }) };
		const checkVisitors = createRateLimit(ofVisitors, rateLimitScale * VISITORS_PER_ADDRESS, bus);

		// Once per action: parseWithZod would do it for every request. Its types lose the schema's output.
		const schema = unstable_coerceFormValue(definition.schema) as Schema;

		async function act({ request, params }: ActionFunctionArgs, context: RequestContext | undefined) {
			const isAllowed = isSameOrigin(request, context?.origin, dependencies.origin);
			const isOfOtherHost = context !== undefined && isFromOtherHost(context, isAllowed);
			if (!isAllowed && !isOfOtherHost) {
				dependencies.onRefused?.("crossSite");
				throw new Response((await dependencies.translator(request))("crossSite"), { status: 403 });
			}
			const headers = new Headers();
			let typed: Record<string, unknown> = {};
			let invalid: Record<string, string[] | null> = {};
			let freeSlot: (() => void) | undefined;
			try {
				// Checks the role before a large body is read.
				if (definition.bodyLimit) checkRole(definition.role, await dependencies.findViewer(request));
				const body = context?.early && context.request;
				const form = await readForm(request, definition.bodyLimit, body);
				typed = echoed(Object.fromEntries(form), definition.unechoed);
				if (isOfOtherHost) throw new DomainError("otherHost", { origin: dependencies.origin });
				const { trustedProxyHops } = dependencies;
				const queue = dependencies.queues[definition.isGame ? "game" : "form"];
				freeSlot = await waitForSlot(queue, sharerKey(trustedProxyHops), context?.response);
				if (!freeSlot) throw new DomainError("siteBusy");
				const viewer = await dependencies.findViewer(request);
				checkRole(definition.role, viewer);
				await (viewer ? checkViewer(viewer.id) : checkVisitors(clientKey(trustedProxyHops)));
				const submission = parseWithZod(form, {
					schema,
					disableAutoCoercion: true,
				});
				typed = echoed(submission.payload, definition.unechoed);
				if (submission.status !== "success") {
					invalid = submission.error ?? {};
					throw new DomainError("invalidInput");
				}
				// The role was checked above, which TypeScript cannot infer.
				const checked = viewer as Required extends "anyone" ? Viewer | undefined : Viewer;
				const running = definition.run({
					input: submission.value,
					viewer: checked,
					request,
					params,
					headers,
				});
				if (definition.isGame) freeSlot();
				const answer = await running;
				if (answer instanceof Response) {
					for (const [name, value] of headers) answer.headers.append(name, value);
					throw answer;
				}
				return data<Accepted<Answer> | Refusal>({ ...answer, ok: true }, { headers });
			} catch (error) {
				const refusal = error instanceof DomainError ? error : storageRefusalOf(error);
				if (!refusal) throw error;
				const { code, values, status = STATUS[code] ?? 409 } = refusal;
				if (status === 503) context?.response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
				dependencies.onRefused?.(code);
				const init = { status, headers };
				const translate = await dependencies.translator(request);
				const message = translate(code, values);
				if (definition.hasNoPage) throw new Response(message, init);
				const fieldErrors = localise(invalid, translate);
				return data<Accepted<Answer> | Refusal>({ ok: false, code, message, fieldErrors, typed }, init);
			} finally {
				freeSlot?.();
			}
		}

		return (args: ActionFunctionArgs): ReturnType<typeof act> => {
			const context = currentContext();
			if (!context?.early) return act(args, context);
			const outcome = (context.early.outcome as ReturnType<typeof act>) ?? act(args, context);
			context.early.outcome = outcome;
			return outcome;
		};
	}
	return createAction;
}

/**
 * Whether the browser declares the request as same-origin. Pages cannot set `Sec-Fetch-Site`. Browsers omit it on
 * plain http outside localhost; there `Origin` is compared, and a missing one is refused.
 */
export function isSameOrigin(request: Request, originHeader: string | undefined, ownOrigin: string): boolean {
	const fetchSite = request.headers.get("Sec-Fetch-Site");
	return fetchSite ? fetchSite === "same-origin" : originHeader === ownOrigin;
}

function checkRole(role: Role, viewer: Person | undefined) {
	if (role === "anyone") return;
	if (!viewer) throw new DomainError("signInFirst");
	if (role !== "viewer" && !(role === "admin" ? viewer.isAdmin : may(viewer, role)))
		throw new DomainError("adminsOnly");
}

/** What a refusal sends back. A file cannot be serialised, and a page cannot put it into a file input again. */
const echoed = (typed: Record<string, unknown>, hidden?: ReadonlySet<string>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(typed).filter(
			([name, value]) => !hidden?.has(name) && ![value].flat().some((one) => one instanceof File),
		),
	);

/** Schemas use error codes as messages. A message of zod itself becomes `invalidInput`. */
function localise(errors: Record<string, string[] | null>, translate: Translate): Record<string, string> {
	const messages: Record<string, string> = {};
	for (const [field, codes] of Object.entries(errors)) {
		const code = codes?.[0];
		if (code) messages[field] = translate(isErrorCode(code) ? code : "invalidInput");
	}
	return messages;
}
