import { expect, it } from "vitest";
import { PENDING, type Trouble, troubleOf } from "~/earning/channel/trouble";

const known = {
	...{ subscriptions: [], failure: undefined, isSocket: true },
	...{ isSocketFailing: false, isConfirmationDue: true },
};
const states = (...all: string[]) => ({ subscriptions: all.map((status) => ({ type: "t", status })) });
const failure = { kind: "unreachable", reason: "" } as const;
const ended = "authorization_revoked";

it.each<[string, Partial<Parameters<typeof troubleOf>[0]>, Trouble | undefined]>([
	["nothing is known yet", {}, undefined],
	["all are active", states("enabled", "exists"), undefined],
	["an address is being confirmed", { ...states(PENDING), isConfirmationDue: false }, undefined],
	["an address is not confirmed", states(PENDING), { cause: "pending", isTotal: true, reason: "" }],
	["one has ended", states("enabled", ended), { cause: "ended", isTotal: false, reason: ended }],
	["all are refused", states("refused"), { cause: "refused", isTotal: true, reason: "refused" }],
	["nothing could be subscribed", { failure }, { cause: "unreachable", isTotal: true, reason: "" }],
	["the platform cannot be asked about a webhook", { failure, isSocket: false }, undefined],
	["earlier ones are active", { ...states("enabled"), failure }, undefined],
	[
		"a socket is lost again and again",
		{ isSocketFailing: true },
		{ cause: "unreachable", isTotal: true, reason: "" },
	],
])("the trouble of a connected channel if %s", (_what, changes, expected) => {
	expect(troubleOf({ ...known, ...changes })).toEqual(expected);
});
