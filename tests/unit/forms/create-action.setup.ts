import { z } from "zod";
import { createActionFactory, type Refusal, type Role } from "~/forms/create-action.server";
import { createRequestQueue, type QueueLimits } from "~/http/request-queue.server";
import type { Right } from "~/lib/rights";

export const ORIGIN = "http://plateia.example";

interface Person {
	id: string;
	isAdmin: boolean;
	rights: readonly Right[];
}

type Run = (call: {
	input: { points: number; note?: string };
	viewer: Person | undefined;
	request: Request;
	headers: Headers;
}) => Promise<object>;

interface Setup {
	role?: Role;
	viewer?: Person;
	points?: number;
	scale?: number;
	hops?: number;
	/** More of the action's definition. */
	more?: { hasNoPage?: true; isGame?: true; bodyLimit?: number; unechoed?: ReadonlySet<string> };
	queue?: Partial<QueueLimits>;
	run?: Run;
}

const QUEUE: QueueLimits = { concurrent: 100, waiting: 100, maxWaitMs: 10_000 };

export const ana: Person = { id: "ana", isAdmin: false, rights: [] };
/** A moderator of orders. */
export const rui: Person = { id: "rui", isAdmin: false, rights: ["orders"] };
export const admin: Person = { id: "admin", isAdmin: true, rights: [] };

const schema = z.object({
	points: z.number({ message: "ballsOutOfRange" }).max(50, "ballsOutOfRange"),
	note: z.string().optional(),
});

/** An action that records each step in `steps`. */
export function openAction({
	role = "anyone",
	viewer,
	points = 1000,
	scale = 1,
	hops = 0,
	queue = {},
	more = {},
	run = async ({ input }) => ({ received: input }),
}: Setup = {}) {
	const steps: string[] = [];
	const queues = {
		form: createRequestQueue({ ...QUEUE, ...queue }),
		game: createRequestQueue({ ...QUEUE, ...queue }),
	};
	const createAction = createActionFactory<Person>({
		origin: ORIGIN,
		trustedProxyHops: hops,
		rateLimitScale: scale,
		queues,
		findViewer: async (request) => {
			steps.push("session");
			const id = request.headers.get("X-Viewer");
			return id ? { id, isAdmin: false, rights: [] } : viewer;
		},
		translator: async (request) => {
			const language = request.headers.get("X-Language") ?? "pt";
			return (code, values = {}) =>
				`${language}:${code}${Object.keys(values).length > 0 ? JSON.stringify(values) : ""}`;
		},
	});
	const action = createAction({
		role,
		limit: { points, seconds: 60 },
		schema,
		...more,
		run(call) {
			steps.push("use case");
			return run(call as Parameters<Run>[0]);
		},
	});
	return { steps, queues, act: (request: Request) => action({ request, params: {}, context: {} }) };
}

export type TestAction = ReturnType<typeof openAction>;

export function post(
	fields: Record<string, string> | BodyInit = { points: "5" },
	headers: Record<string, string> = {},
): Request {
	const isForm = Object.getPrototypeOf(fields) === Object.prototype;
	const body = isForm ? new URLSearchParams(fields as Record<string, string>) : (fields as BodyInit);
	return new Request(`${ORIGIN}/act`, {
		method: "POST",
		body,
		headers: { "Sec-Fetch-Site": "same-origin", ...headers },
		...(body instanceof ReadableStream && { duplex: "half" }),
	} as RequestInit);
}

interface ActionAnswer {
	status: number;
	body: Partial<Refusal> & { received?: unknown };
	headers: Headers;
	/** Whether it was thrown to the ErrorBoundary instead of being returned to the page. */
	thrown: boolean;
}

/** The action's answer, either data for the page or a thrown Response. */
export async function answerOf(running: ReturnType<TestAction["act"]>): Promise<ActionAnswer> {
	try {
		const { data, init } = await running;
		const { status = 200, headers } = init ?? {};
		return { status, body: data as ActionAnswer["body"], headers: new Headers(headers), thrown: false };
	} catch (answer) {
		if (!(answer instanceof Response)) throw answer;
		const { status, headers } = answer;
		return { status, body: { message: await answer.text() }, headers, thrown: true };
	}
}
