import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { z } from "zod";
import { createActionFactory, type Refusal, type Role } from "~/forms/create-action.server";
import { createRequestQueue, type QueueLimits } from "~/http/request-queue.server";

export const ORIGIN = "http://plateia.example";

interface Person {
	id: string;
	isAdmin: boolean;
}

type Run = (ask: {
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
	hasNoPage?: true;
	isGame?: true;
	bodyLimit?: number;
	queue?: Partial<QueueLimits>;
	run?: Run;
}

const QUEUE: QueueLimits = { concurrent: 100, waiting: 100, waitingPerKey: 100, maxWaitMs: 10_000 };

export const ana: Person = { id: "ana", isAdmin: false };
export const admin: Person = { id: "admin", isAdmin: true };

const schema = z.object({
	points: z.number({ message: "ballsOutOfRange" }).max(50, "ballsOutOfRange"),
	note: z.string().optional(),
});

/** An action whose dependencies record each step. */
export function openAction({
	role = "anyone",
	viewer,
	points = 1000,
	scale = 1,
	hops = 0,
	queue = {},
	...options
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
			return id ? { id, isAdmin: false } : viewer;
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
		...(options.hasNoPage && { hasNoPage: options.hasNoPage }),
		...(options.isGame && { isGame: options.isGame }),
		...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
		async run(ask) {
			steps.push("use case");
			return options.run ? options.run(ask as Parameters<Run>[0]) : { got: ask.input };
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

interface Answered {
	status: number;
	body: Partial<Refusal> & { got?: unknown };
	headers: Headers;
	/** Whether it was thrown, so that an ErrorBoundary or the browser handles it, not the page. */
	thrown: boolean;
}

/** The action's answer, either data for the page or a thrown Response. */
export async function answerOf(answering: ReturnType<TestAction["act"]>): Promise<Answered> {
	try {
		const { data, init } = await answering;
		const { status = 200, headers } = init ?? {};
		return { status, body: data as Answered["body"], headers: new Headers(headers), thrown: false };
	} catch (answer) {
		if (!(answer instanceof Response)) throw answer;
		const { status, headers } = answer;
		return { status, body: { message: await answer.text() }, headers, thrown: true };
	}
}

/** A real HTTP server on loopback, for tests that need Node's request. */
export async function serve(listener: RequestListener) {
	const server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const port = typeof address === "object" ? address?.port : undefined;
	return {
		origin: `http://127.0.0.1:${port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}
