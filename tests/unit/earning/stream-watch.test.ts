import { expect, it } from "vitest";
import { createStreamWatch } from "~/earning/channel/stream-watch.server";

it("the state of a stream is told when it is first read, when it changes, and again after it was forgotten", async () => {
	let answer: object | undefined = {};
	let told = 0;
	const running = { id: "1", startedAt: new Date(), title: "", category: "", viewers: 1 };
	const watch = createStreamWatch({ now: () => new Date() } as never, "twitch", {
		...{ addTurn: async () => true, streamChanged: () => void told++ },
		ask: async () => answer as never,
	});
	const tellings = async (next: object | undefined) => {
		[answer, told] = [next, 0];
		await watch.watchStream();
		return told;
	};
	expect(await tellings(undefined), "no answer").toBe(0);
	expect(await tellings({}), "a stream that ended while the site was down").toBe(1);
	expect(await tellings({})).toBe(0);
	expect(await tellings({ stream: running })).toBe(1);
	expect(await tellings({ stream: { ...running } })).toBe(0);
	watch.forgetStream();
	expect(await tellings({ stream: running })).toBe(1);
});
