import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
/** The length of a message's type and of its length. */
const HEAD = 5;
const OK = Buffer.from([...message("R", 0, 0, 0, 0), ...message("Z", IDLE)]);

function message(type: string, ...content: number[]): number[] {
	return [type.charCodeAt(0), 0, 0, 0, 4 + content.length, ...content];
}

/** A pool in front of the server of a test database that gives each transaction of a client another session, as PgBouncer can. */
export async function openTransactionPooler(databaseUrl: string) {
	const target = `${new URLSearchParams(databaseUrl.split("?")[1]).get("host")}/.s.PGSQL.5432`;
	/** Sessions that no transaction uses, the last used one last. */
	const idle: Socket[] = [];
	const sockets = new Set<Socket>();

	async function openSession(startup: Buffer): Promise<Socket> {
		const session = connect(target);
		keep(session);
		session.write(startup);
		for await (const bytes of session.iterator({ destroyOnReturn: false })) {
			if (isReady(bytes)) break;
		}
		return session;
	}

	const keep = (socket: Socket) => void sockets.add(socket.on("error", () => {}));

	async function serve(client: Socket): Promise<void> {
		keep(client);
		const [startup] = (await once(client, "data")) as [Buffer];
		client.write(OK);
		let session: Socket | undefined;
		for await (const bytes of client as AsyncIterable<Buffer>) {
			if (bytes[0] === "X".charCodeAt(0)) return void client.end();
			session ??= idle.pop() ?? (await openSession(startup));
			session.write(bytes);
			for (;;) {
				const [answer] = (await once(session, "data")) as [Buffer];
				client.write(answer);
				if (!isReady(answer)) continue;
				if (answer.at(-1) === IDLE) {
					idle.push(session);
					session = undefined;
				}
				break;
			}
		}
	}

	const server = createServer((client) => void serve(client).catch(() => client.destroy())).listen(
		0,
		"127.0.0.1",
	);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: databaseUrl.replace(/@.*$/, `@127.0.0.1:${port}/`) + (/@\/(\w+)/.exec(databaseUrl)?.[1] ?? ""),
		close() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

const isReady = (bytes: Buffer): boolean => bytes.at(-HEAD - 1) === READY;
