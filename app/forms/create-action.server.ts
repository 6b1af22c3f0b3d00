import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import { placeIn, type RequestQueue } from "~/http/request-queue.server";
import { type ErrorCode, isErrorCode } from "~/i18n/messages";
import { currentContext } from "~/lib/request-context.server";
import { DomainError } from "./domain-error";
import { readForm } from "./form-body.server";
import { askersAddress, createRateLimit, type RateLimit } from "./rate-limit.server";
import { RETRY_AFTER_SECONDS, storageRefusalOf } from "./storage-refusal";

/** Whoever may ask: `anyone` is a visitor too, an admin is a viewer too. */
export type Role = "anyone" | "viewer" | "admin";

interface Asker {
	id: string;
	isAdmin: boolean;
}

type Params = ActionFunctionArgs["params"];
type Translate = (code: ErrorCode, values?: Record<string, string | number>) => string;

interface Building<Viewer extends Asker> {
	/** The site's own origin, for browsers that send no `Sec-Fetch-Site`. */
	origin: string;
	trustedProxyHops: number;
	/** Multiplies every limit. */
	rateLimitScale: number;
	findViewer(request: Request): Promise<Viewer | undefined>;
	translator(request: Request): Promise<Translate>;
	/** Told of each request that is refused. */
	onRefused?(code: ErrorCode): void;
	/** Bound how many actions run at a time. Games have their own queue, so they never wait for other forms. */
	queues: Record<"form" | "game", Pick<RequestQueue, "enter">>;
}

interface Door<Schema extends z.ZodTypeAny, Viewer, Answer> {
	role: Role;
	/** For each viewer or, signed out, each client address. */
	limit: RateLimit;
	schema: Schema;
	/** Bytes that the form may have, if more than most need. */
	bodyLimit?: number;
	/** The result depends on timing: the action has its own queue and frees its place once the decision is made. */
	isGame?: true;
	/** For a route without a page of its own: a refusal is shown by its ErrorBoundary. */
	hasNoPage?: true;
	/** Answers with data for the same page or, as a Response, with a redirect; refuses by DomainError. */
	run(ask: {
		input: z.output<Schema>;
		viewer: Viewer;
		request: Request;
		/** What the address holds, such as the id of an item. */
		params: Params;
		headers: Headers;
	}): Promise<Answer>;
}

/** What the same page gets back when the action was refused. */
export interface Refusal {
	ok: false;
	code: ErrorCode;
	/** In the viewer's language. */
	message: string;
	/** Message per field name, in the viewer's language. */
	fieldErrors: Record<string, string>;
	/** What was typed, to fill the form again. */
	typed: Record<string, unknown>;
}

export type Accepted<Answer> = { ok: true } & Answer;

const STATUS: Partial<Record<ErrorCode, number>> = {
	crossSite: 403,
	signInFirst: 401,
	adminsOnly: 403,
	tooManyRequests: 429,
	bodyTooLarge: 413,
	invalidInput: 400,
	bodyUnreadable: 400,
	cannotStore: 503,
	siteBusy: 503,
	tooManyGames: 503,
};

/**
 * The only way to write: same-origin check, whole body, queue, session, role, rate limit, validation, use case,
 * localised answer, in this order. A slow upload holds no place in the queue. A game's use case is called in the
 * synchronous step in which validation ends, and decides before its first `await`.
 */
export function createActionFactory<Viewer extends Asker>(building: Building<Viewer>) {
	function createAction<Schema extends z.ZodTypeAny, Answer extends object, Asked extends Role>(
		door: Door<Schema, Asked extends "anyone" ? Viewer | undefined : Viewer, Answer> & { role: Asked },
	) {
		const checkRate = createRateLimit(door.limit, building.rateLimitScale);

		// Once, not for every request as parseWithZod does by itself; its types forget the schema's output.
		const schema = unstable_coerceFormValue(door.schema) as Schema;

		return async ({ request, params }: ActionFunctionArgs) => {
			const translate = await building.translator(request);
			const context = currentContext();
			if (!isSameSite(request, context?.origin, building.origin)) {
				building.onRefused?.("crossSite");
				throw new Response(translate("crossSite"), { status: 403 });
			}
			const headers = new Headers();
			let typed: Record<string, unknown> = {};
			let fieldErrors: Record<string, string> = {};
			let leave = () => {};
			try {
				// Checks the role before a large body is read.
				if (door.bodyLimit) checkRole(door.role, await building.findViewer(request));
				const form = await readForm(request, door.bodyLimit);
				typed = withoutFiles(Object.fromEntries(form));
				const address = askersAddress(building.trustedProxyHops);
				const queue = building.queues[door.isGame ? "game" : "form"];
				const place = await placeIn(queue, address, context?.response);
				if (!place) throw new DomainError("siteBusy");
				leave = place;
				const viewer = await building.findViewer(request);
				checkRole(door.role, viewer);
				await checkRate(viewer?.id ?? address);
				const submission = parseWithZod(form, {
					schema,
					disableAutoCoercion: true,
				});
				typed = withoutFiles(submission.payload);
				if (submission.status !== "success") {
					fieldErrors = localise(submission.error ?? {}, translate);
					throw new DomainError("invalidInput");
				}
				// The role was checked above, which TypeScript cannot follow.
				const asker = viewer as Asked extends "anyone" ? Viewer | undefined : Viewer;
				const running = door.run({ input: submission.value, viewer: asker, request, params, headers });
				if (door.isGame) leave();
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
				building.onRefused?.(code);
				const init = { status, headers };
				const message = translate(code, values);
				if (door.hasNoPage) throw new Response(message, init);
				return data<Accepted<Answer> | Refusal>({ ok: false, code, message, fieldErrors, typed }, init);
			} finally {
				leave();
			}
		};
	}
	return createAction;
}

/**
 * Whether a browser says that this site itself sent the request. `Sec-Fetch-Site` cannot be set by a
 * page; browsers leave it out on plain http to other hosts than localhost, where `Origin` stands in.
 */
export function isSameSite(request: Request, originHeader: string | undefined, ownOrigin: string): boolean {
	const fetchSite = request.headers.get("Sec-Fetch-Site");
	return fetchSite ? fetchSite === "same-origin" : originHeader === ownOrigin;
}

function checkRole(role: Role, viewer: Asker | undefined) {
	if (role === "anyone") return;
	if (!viewer) throw new DomainError("signInFirst");
	if (role === "admin" && !viewer.isAdmin) throw new DomainError("adminsOnly");
}

/** A file cannot be sent back, and no page could put it into its form again. */
const withoutFiles = (typed: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(typed).filter(([, value]) => ![value].flat().some((one) => one instanceof File)),
	);

/** Schemas name their messages by code; anything else that zod found is simply not valid. */
function localise(errors: Record<string, string[] | null>, translate: Translate): Record<string, string> {
	const words: Record<string, string> = {};
	for (const [field, codes] of Object.entries(errors)) {
		const code = codes?.[0];
		if (code) words[field] = translate(isErrorCode(code) ? code : "invalidInput");
	}
	return words;
}
