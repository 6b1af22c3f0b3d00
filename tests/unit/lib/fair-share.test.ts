import { expect, it } from "vitest";
import { hasFairShare } from "~/lib/fair-share";

/** What clients hold after they have asked for as much as they get, one place in turn. */
function fill(places: number, clients: number) {
	const held = new Array<number>(clients).fill(0);
	const free = () => places - held.reduce((sum, own) => sum + own, 0);
	for (let turn = 0; turn < places * clients; turn += 1) {
		const client = turn % clients;
		if (hasFairShare(held[client] ?? 0, free())) held[client] = (held[client] ?? 0) + 1;
	}
	return { held, free: free() };
}

it.each([
	[1, 300, 600],
	[4, 150, 300],
	[28, 30, 60],
])("%i greedy clients get equal shares, and leave two shares for others", (clients, share, free) => {
	const filled = fill(900, clients);
	expect(filled).toEqual({ held: new Array(clients).fill(share), free });
	expect(hasFairShare(0, filled.free)).toBe(true);
});

it("no client gets a place that is not there", () => {
	expect([hasFairShare(0, 0, 1000), hasFairShare(0, 1)]).toEqual([false, true]);
});
