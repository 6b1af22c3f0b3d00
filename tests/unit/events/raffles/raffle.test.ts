import { expect, it } from "vitest";
import { drawOrder } from "~/beacon/beacon";
import { listText, winningTickets } from "~/events/raffles/raffle";
import { seededRandomHex } from "../../../support/database";

it("the list has one line for each ticket, and tells a viewer only by a pseudonym", () => {
	const tickets = [
		{ number: 3, pseudonym: "aa", origin: "free" as const, user_id: "user-ana" },
		{ number: 7, pseudonym: "bb", origin: "bought" as const, user_id: "user-bruno" },
	];
	expect(listText(tickets)).toBe("3,aa,free\n7,bb,bought\n");
});

it("each viewer has the place of their first ticket only", () => {
	const owners = new Map([
		[1, "ana"],
		[2, "ana"],
		[3, "bruno"],
		[4, "carla"],
	]);
	expect(winningTickets([2, 1, 4, 3], owners)).toEqual([2, 4, 3]);
});

it("over 10,000 draws each of ten tickets is first equally often", () => {
	const random = seededRandomHex("draws");
	const numbers = Array.from({ length: 10 }, (_, index) => 1000 + 37 * index);
	const counts = new Map(numbers.map((number) => [number, 0]));
	for (let draw = 0; draw < 10_000; draw += 1) {
		const [first = 0] = drawOrder(random(32), random(32), numbers);
		counts.set(first, (counts.get(first) ?? 0) + 1);
	}
	const square = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
	// χ² with 9 degrees of freedom is above 27.9 in one of 1,000 fair samples.
	expect(square).toBeLessThan(27.9);
});
