import { expect, it } from "vitest";
import { parseSoundChoice } from "~/games/sound/sound-choice";

it.each([
	[null, false, 60],
	["off", false, 60],
	["on", true, 60],
	["on 25", true, 25],
	["off 5", false, 5],
	["on 0", true, 1],
	["on 999", true, 100],
	["loud", false, 60],
])("the stored choice %j is read as on %s, volume %i", (stored, isOn, volume) => {
	expect(parseSoundChoice(stored)).toEqual({ isOn, volume });
});
