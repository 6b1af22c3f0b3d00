import { describe, expect, it } from "vitest";
import { maySignInWith, personOf } from "~/earning/inbox/person-of";

const TWITCH = "https://id.twitch.tv/oauth2";
const settings = (changes: Partial<Parameters<typeof personOf>[1]> = {}) => ({
	...{ OIDC_ISSUER: "https://example.auth0.com/", OIDC_PLATFORM: "twitch" as const },
	OIDC_PLATFORM_ID_CLAIM: undefined,
	...changes,
});
const twitch = (personId: string) => ({ platform: "twitch", personId });

describe("the account of a platform behind a sign-in", () => {
	it("is the subject of Twitch itself", () => {
		expect(personOf({ sub: "123" }, settings({ OIDC_ISSUER: TWITCH }))).toEqual(twitch("123"));
	});

	it.each([
		["oauth2|twitch|1", twitch("1")],
		["twitch|1", twitch("1")],
		["oauth2|kick|77", { platform: "kick", personId: "77" }],
		["oidc|my-connection|twitch|1", undefined],
		["twitch|ana", undefined],
		["1", undefined],
		["nottwitch|1", undefined],
		["constructor|1", undefined],
		[`twitch|${"1".repeat(21)}`, undefined],
		["", undefined],
	])("is read from the subject %j", (sub, person) => {
		expect(personOf({ sub }, settings())).toEqual(person);
	});

	it.each([
		["twitch_id", { twitch_id: "5" }, "5"],
		["twitch_id", { twitch_id: 5 }, "5"],
		["identities.twitch.id", { identities: { twitch: { id: "5" } } }, "5"],
		["https://site.example/twitch", { "https://site.example/twitch": "5" }, "5"],
		["twitch_id", {}, undefined],
		["twitch_id", { twitch_id: "" }, undefined],
		["twitch_id", { twitch_id: "5\n6" }, undefined],
		["twitch_id", { twitch_id: "5".repeat(21) }, undefined],
		["twitch_id", { twitch_id: ["5"] }, undefined],
		// It may have been rounded to the id of somebody else.
		["twitch_id", { twitch_id: 80351110224678912 }, undefined],
	])("is the claim %j of %j", (claim, claims, personId) => {
		const found = personOf({ sub: "oauth2|kick|9", ...claims }, settings({ OIDC_PLATFORM_ID_CLAIM: claim }));
		// The claim decides alone: the subject may be of another platform.
		expect(found).toEqual(personId === undefined ? undefined : twitch(personId));
	});

	it("belongs to the platform of the settings, also with a claim of Twitch's own sign-in", () => {
		const changes = {
			OIDC_ISSUER: TWITCH,
			OIDC_PLATFORM: "kick",
			OIDC_PLATFORM_ID_CLAIM: "kick_id",
		} as const;
		expect(personOf({ sub: "1", kick_id: 7 }, settings(changes))).toEqual({
			platform: "kick",
			personId: "7",
		});
	});
});

it("people may sign in with accounts of both platforms, unless the settings name one", () => {
	const all = (changes = {}) =>
		(["twitch", "kick"] as const).filter((platform) => maySignInWith(platform, settings(changes)));
	expect(all()).toEqual(["twitch", "kick"]);
	expect(all({ OIDC_ISSUER: TWITCH })).toEqual(["twitch"]);
	expect(all({ OIDC_PLATFORM_ID_CLAIM: "id", OIDC_PLATFORM: "kick" })).toEqual(["kick"]);
});
