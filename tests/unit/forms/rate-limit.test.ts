import { expect, it } from "vitest";
import { createRateLimit } from "~/forms/rate-limit.server";
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
