import { expect, it } from "vitest";
import { commandIn, createTurns, mention, plainName } from "~/team/chat/commands";

it.each([
	["!points", { name: "points", argument: "" }],
	["  !CLAIM  sexta a brilhar\u{e0000} ", { name: "claim", argument: "sexta a brilhar" }],
	["!guess 1250,50", { name: "guess", argument: "1250,50" }],
	["!Pontos\u200b", { name: "points", argument: "" }],
	["!poi\u{200d}nts\u{fe0f} \u{34f}", { name: "points", argument: "" }],
	["!código sexta", { name: "claim", argument: "sexta" }],
	["!co\u0301digo sexta", { name: "claim", argument: "sexta" }],
	["!palpite 20 €", { name: "guess", argument: "20 €" }],
	["!pedir Olé", { name: "request", argument: "Olé" }],
	["!entrar", { name: "join", argument: "" }],
	["!pointsx", undefined],
	["say !points", undefined],
	["!constructor", undefined],
	["! points", undefined],
])("the command of %j", (text, command) => expect(commandIn(text)).toEqual(command));

it.each([
	["ana_1", "@ana_1"],
	["...", ""],
	["rui costa", "rui costa"],
	["everyone", "everyone"],
	["@everyone", "everyone"],
	["!points", "points"],
	["/ban ana", "ban ana"],
	["evil.example/x", "evil example x"],
	["joão", "joão"],
	["-_-", ""],
	["x".repeat(50), "x".repeat(25)],
])("the name %j is shown as %j", (name, shown) => {
	expect(mention(name)).toBe(shown);
	expect(plainName(name)).toBe(shown.replace("@", ""));
});

it("a viewer has one command in 10 s, and a message that is late, older or repeated is none", () => {
	const { take } = createTurns();
	const now = 1_000_000;
	expect(take("twitch", "1", now, now)).toBe(true);
	expect(take("twitch", "1", now + 9000, now + 9000)).toBe(false);
	expect(take("twitch", "2", now, now + 9000)).toBe(true);
	expect(take("twitch", "1", now, now + 10_000), "repeated").toBe(false);
	expect(take("twitch", "1", now - 1, now + 10_000), "older").toBe(false);
	expect(take("twitch", "1", now + 1, now + 10_000)).toBe(true);
	expect(take("twitch", "3", now, now + 61_000)).toBe(false);
	expect(take("kick", "3", now, now + 600_000)).toBe(true);
	expect(take("kick", "4", now, now + 600_001)).toBe(false);
});
