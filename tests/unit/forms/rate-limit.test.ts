import { expect, it } from "vitest";
import { createRateLimit, createSharedLimit } from "~/forms/rate-limit.server";
import { openCluster } from "../live/hub.setup";

const LIMIT = { points: 3, seconds: 60 };
const delivered = () => new Promise(setImmediate);

/** The same limit in two processes. */
const inTwo = (limit: typeof LIMIT & { sharedAs?: string }) =>
	openCluster(2).map(({ cluster }) => createRateLimit(limit, 1, cluster.bus)) as [Check, Check];
type Check = ReturnType<typeof createRateLimit>;

/** @returns whether each request was let pass. */
async function send(...checks: readonly Check[]): Promise<boolean[]> {
	const passed: boolean[] = [];
	for (const check of checks) {
		passed.push(
			await check("ana").then(
				() => true,
				() => false,
			),
		);
		await delivered();
	}
	return passed;
}

it("a shared limit counts the requests at all processes", async () => {
	const [here, there] = inTwo({ ...LIMIT, sharedAs: "claim" });
	expect(await send(here, there, here, there, here)).toEqual([true, true, true, false, false]);
	await expect(there("rui")).resolves.toBeUndefined();
});

it("refused requests are not counted at other processes", async () => {
	const [here, there] = inTwo({ ...LIMIT, sharedAs: "claim" });
	await send(here, here, here, here, here);
	await expect(there("ana")).rejects.toMatchObject({ code: "tooManyRequests", values: { seconds: 60 } });
});

it("without a name, each process counts its own", async () => {
	const [here, there] = inTwo(LIMIT);
	expect(await send(here, here, here, here, there)).toEqual([true, true, true, false, true]);
});

function open() {
	let time = 0;
	const take = createSharedLimit({ points: 9, seconds: 10 }, 1, undefined, () => time);
	return {
		take: (key: string, count: number) => Array.from({ length: count }, () => take(key)),
		advance(ms: number) {
			time += ms;
		},
	};
}

it("a client of a shared limit gets its share, and later turns beyond it", () => {
	const { take, advance } = open();
	expect(take("flooder", 3)).toEqual([undefined, undefined, undefined]);
	advance(4000);
	expect(take("flooder", 7)).toEqual([6, 6, 6, 16, 16, 16, 26]);
	expect(take("other", 2)).toEqual([undefined, undefined]);
	expect(take("flooder", 100).at(-1), "no turn is later than a minute").toBe(56);
	advance(6000);
	expect(take("flooder", 4)).toEqual([undefined, undefined, undefined, 10]);
});

it("a limit of all clients counts those of other processes, in its own period", async () => {
	let time = 0;
	const limit = { points: 9, seconds: 10, sharedAs: "sign-in" };
	const [here, there] = openCluster(2).map(({ cluster }) =>
		createSharedLimit(limit, 1, cluster.bus, () => time),
	) as [Take, Take];
	const taken: (number | undefined)[] = [];
	for (const take of [here, there, here, there]) {
		taken.push(take("ana"));
		await delivered();
	}
	// A third of nine.
	expect(taken).toEqual([undefined, undefined, undefined, 10]);
	expect([there("rui"), there("rui"), there("eva"), there("gil")]).toEqual(new Array(4).fill(undefined));
	time = 10_000;
	expect(there("ana")).toBeUndefined();
});
type Take = ReturnType<typeof createSharedLimit>;
