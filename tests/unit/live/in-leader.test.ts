import { beforeEach, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { openLeaderCalls } from "~/live/in-leader.server";
import { createTestClock, type TestClock } from "../../support/clock";
import { testSite } from "../../support/test-site";
import { openCluster } from "./hub.setup";

let clock: TestClock;
let members: ReturnType<typeof openCluster>;
/** What ran, with the number of its process. */
let ran: [process: number, name: string][];

beforeEach(() => {
	clock = createTestClock();
	members = openCluster(3);
	ran = [];
});

/** A call of each process. */
const openCalls = (answer: (name: string) => Promise<unknown> = async (name) => `hello ${name}`) =>
	members.map(({ cluster: { bus, epoch } }, index) =>
		openLeaderCalls(testSite({ bus, leads: () => epoch() !== undefined, clock }))(
			"greet",
			async (name: string) => {
				ran.push([index, name]);
				return answer(name);
			},
		),
	);

it("runs in the leader, whichever process calls", async () => {
	const answers = await Promise.all(openCalls().map((greet, index) => greet(`from ${index}`)));
	expect(answers).toEqual(["hello from 0", "hello from 1", "hello from 2"]);
	expect(ran.toSorted()).toEqual([0, 1, 2].map((index) => [0, `from ${index}`]));
	expect(clock.waiting()).toBe(0);
});

it("an answer may be nothing", async () => {
	expect(await openCalls(async () => undefined)[1]?.("ana")).toBeUndefined();
});

it("passes on the leader's refusal, and hides another error", async () => {
	const refused = openCalls(async () => {
		throw new DomainError("gameInactive", { count: 2 }, 418);
	});
	const expected = { code: "gameInactive", values: { count: 2 }, status: 418 };
	await expect(refused[2]?.("ana")).rejects.toMatchObject(expected);
	await expect(refused[0]?.("ana")).rejects.toMatchObject(expected);
	const failed = openCalls(async () => {
		throw new Error("a secret");
	});
	await expect(failed[1]?.("ana")).rejects.toMatchObject({ code: "siteBusy", message: "siteBusy" });
});

it("refuses without an answer in time: no process leads, or the message is lost", async () => {
	const calls = openCalls();
	members[0]?.lead(undefined);
	const unled = expect(calls[1]?.("ana")).rejects.toMatchObject({ code: "siteBusy" });
	await clock.advance(5000);
	await unled;
	members[0]?.lead(1);
	members[0]?.setConnected(false);
	const lost = expect(calls[1]?.("ana")).rejects.toMatchObject({ code: "siteBusy" });
	await clock.advance(5000);
	await lost;
	expect(ran).toEqual([]);
});

it("an answer that comes too late is dropped", async () => {
	let finish = (_value: string) => {};
	const calls = openCalls(
		() =>
			new Promise<string>((resolve) => {
				finish = resolve;
			}),
	);
	const late = expect(calls[1]?.("ana")).rejects.toMatchObject({ code: "siteBusy" });
	await clock.advance(5000);
	await late;
	finish("too late");
	const next = calls[1]?.("rui");
	await clock.advance(1);
	finish("in time");
	expect(await next).toBe("in time");
});
