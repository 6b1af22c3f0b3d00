import { expect, it } from "vitest";
import { quickStakes } from "~/games/quick-stakes";

const LIST = [10, 20, 50, 100];

it.each([
	[
		"a list",
		{ offered: LIST, stake: 50, last: 20, limit: 500 },
		{ half: 20, double: 100, max: 100, repeat: 20 },
	],
	["the next one up", { offered: LIST, stake: 20, last: 20, limit: 70 }, { half: 10, double: 50, max: 50 }],
	["both ends of a list", { offered: LIST, stake: 10, last: 100, limit: 99 }, { double: 20, max: 50 }],
	["points below the stake", { offered: LIST, stake: 100, last: 50, limit: 15 }, { half: 50, max: 10 }],
	["no points", { offered: LIST, stake: 10, last: undefined, limit: 0 }, {}],
	[
		"steps",
		{ offered: 10, stake: 70, last: 10, limit: 1234 },
		{ half: 30, double: 140, max: 1230, repeat: 10 },
	],
	[
		"a limit below double",
		{ offered: 10, stake: 70, last: undefined, limit: 95 },
		{ half: 30, double: 90, max: 90 },
	],
	["the lowest step", { offered: 10, stake: 10, last: 10, limit: 10 }, {}],
])(
	"the quick stakes are on offer, within the limit and other than the chosen one: %s",
	(_, given, expected) => {
		expect(quickStakes(given)).toEqual(expected);
	},
);
