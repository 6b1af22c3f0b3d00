import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cluster } from "db/engine";
import { currentContext } from "~/lib/request-context.server";
import { createHub } from "~/live/hub.server";
import { createLog } from "~/observability/log.server";
import { type EventStream, openStream } from "../../support/site/event-stream";

export const log = createLog({ LOG_LEVEL: "silent" });

interface Options {
	now?: () => number;
	heartbeatMs?: number;
	shareScale?: number;
	cluster?: Pick<Cluster, "bus" | "epoch">;
}

/** Processes with a bus. The first one leads. */
export function openCluster(count: number) {
	const members = Array.from({ length: count }, (_, index) => ({
		listeners: new Map<string, (message: unknown) => void>(),
		watchers: [] as ((isUp: boolean) => void)[],
		epoch: index === 0 ? 1 : undefined,
		isConnected: true,
	}));
	return members.map((member) => ({
		/** The epoch in which the process leads; undefined if it does not. */
		lead: (epoch: number | undefined) => {
			member.epoch = epoch;
		},
		/** Messages are lost while a process is not connected. */
		setConnected: (isUp: boolean) => {
			member.isConnected = isUp;
			for (const watch of member.watchers) watch(isUp);
		},
		cluster: {
			epoch: () => member.epoch,
			bus: {
				publish(channel: string, message: unknown) {
					if (!member.isConnected) return;
					const text = JSON.stringify(message);
					const others = members.filter((other) => other !== member && other.isConnected);
					setImmediate(() => {
						for (const other of others) other.listeners.get(channel)?.(JSON.parse(text));
					});
				},
				subscribe: (channel: string, listener: (message: unknown) => void) =>
					void member.listeners.set(channel, listener),
				onChange: (watch: (isUp: boolean) => void) => void member.watchers.push(watch),
			},
		},
	}));
}

function clusterOfOne() {
	const [{ cluster }] = openCluster(1) as [ReturnType<typeof openCluster>[number]];
	return cluster;
}

/**
 * A hub on a real server that passes responses to Node as Remix does. The URL describes the client:
 * `/?topics=a,b&keys=user:ana&network=N&session=S&until=MS`.
 */
export async function openHub({ cluster = clusterOfOne(), ...options }: Options = {}) {
	// Accepts any topic and payload.
	const hub = createHub<Record<string, Record<string, unknown>>>({ log, cluster, ...options });
	let isStillAllowed: (() => Promise<boolean>) | undefined;
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? "", "http://x");
		const list = (name: string) => searchParams.get(name)?.split(",") ?? [];
		const until = searchParams.get("until");
		const client = {
			topics: list("topics"),
			keys: list("keys"),
			network: searchParams.get("network") ?? undefined,
			sessionId: searchParams.get("session") ?? undefined,
			expiresAt: until ? Number(until) : undefined,
		};
		const context = currentContext();
		if (!context) throw new Error("outside a request");
		const answer = hub.connect(context, client, isStillAllowed);
		response.statusCode = answer.status;
		for (const [name, value] of answer.headers) response.appendHeader(name, value);
		// As remix-serve does.
		if (answer.headers.get("Content-Type")) response.flushHeaders();
		response.end();
	}).listen(0, "localhost");
	await once(server, "listening");
	const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	const streams: EventStream[] = [];

	return {
		hub,
		origin,
		confirmWith(answer: () => Promise<boolean>) {
			isStillAllowed = answer;
		},
		async connect(query: string): Promise<EventStream> {
			const stream = await openStream(origin, `/?${query}`, {
				"accept-encoding": "gzip",
			});
			streams.push(stream);
			return stream;
		},
		connections: () =>
			new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
		async close() {
			hub.close();
			for (const stream of streams) stream.close();
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

export type OpenHub = Awaited<ReturnType<typeof openHub>>;
