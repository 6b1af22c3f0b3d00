import { once } from "node:events";
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";

/** ReadyForQuery: the server has answered, and no transaction is open. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const COMMIT = Buffer.from("commit\0");

/** A proxy to the server of a test database, which can fail at chosen moments. */
export async function openProxy(databaseUrl: string) {
	const target = `${new URLSearchParams(databaseUrl.split("?")[1]).get("host")}/.s.PGSQL.5432`;
	const sockets = new Set<Socket>();
	let blocksNext = false;
	let onBlocked = () => {};
	const blocked = new Promise<void>((resolve) => {
		onBlocked = resolve;
	});
	let unblock = () => {};
	/** Whether the next commit gets lost before the server sees it, or its answer afterwards. */
	let loses: "commit" | "answer" | undefined;

	const server = createServer((client) => {
		let isBlocking = blocksNext;
		blocksNext = false;
		let losesAnswer = false;
		const upstream = connectTo(target);
		const end = () => {
			client.destroy();
			upstream.destroy();
		};
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				sockets.delete(socket);
				end();
			});
		}
		const forward = (bytes: Buffer) => {
			if (loses && bytes.includes(COMMIT)) {
				if (loses === "commit") end();
				else losesAnswer = true;
				loses = undefined;
			}
			upstream.write(bytes);
		};
		client.on("data", forward);
		upstream.on("data", (bytes: Buffer) => {
			if (losesAnswer) return end();
			client.write(bytes);
			if (!isBlocking || !bytes.subarray(-READY.length).equals(READY)) return;
			isBlocking = false;
			client.pause();
			unblock = () => void client.resume();
			onBlocked();
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: databaseUrl.replace(/@.*$/, `@127.0.0.1:${port}/`) + (/@\/(\w+)/.exec(databaseUrl)?.[1] ?? ""),
		/** Resolves when the connection after `cut` is blocked. */
		blocked,
		unblock: () => unblock(),
		/** Ends the connections, and blocks the next one after its login: nothing more of it arrives until `unblock`. */
		cut() {
			blocksNext = true;
			for (const socket of sockets) socket.destroy();
		},
		/** Ends the connection of the next commit, which the server gets only if its `answer` is lost. */
		lose(what: "commit" | "answer") {
			loses = what;
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}
