/** The thread of a synchronous client: answers each message with the result of its query. */
import { workerData } from "node:worker_threads";
import pg from "pg";

const { url, answered, port } = workerData;

// Counts and sums, which pg returns as text because they may exceed a double.
for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) pg.types.setTypeParser(type, Number);

const client = new pg.Client(url);
client.on("error", () => {});
const connected = client.connect();
connected.catch(() => {});

async function run({ text, values }) {
	try {
		await connected;
		// Several statements have several results.
		const [last] = [await client.query(text, values.length > 0 ? values : undefined)].flat().slice(-1);
		return { rows: last.rows, count: last.rowCount ?? 0 };
	} catch (error) {
		return { error: { message: error.message, code: error.code } };
	}
}

port.on("message", async (query) => {
	port.postMessage(await run(query));
	Atomics.store(answered, 0, 1);
	Atomics.notify(answered, 0);
});
