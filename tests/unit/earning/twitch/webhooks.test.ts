import { describe, expect, it } from "vitest";
import type { Incoming } from "~/earning/inbox/platform-event";
import { incomingOf } from "~/earning/twitch/events";
import { verifySignature } from "~/earning/twitch/signature.server";
import { subscriptionsOf, TWITCH_SCOPES } from "~/earning/twitch/subscriptions";
import { readDelivery, signedHeadersOf } from "~/earning/twitch/webhook.server";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../../demo/twitch-events.mjs";
import { eventually } from "../../../support/eventually";
import { openForEachTest } from "../../../support/for-each-test";
import {
	clientTools,
	type Hook,
	NOW,
	startHooks,
	startPlatforms,
	tokenStore,
	twitchApiAt,
} from "../../../support/platforms";

const channelId = platformIdOf("plateia");
const secret = "the-secret-of-the-webhooks";

/** A site that has subscribed to everything, and what it has understood. */
const site = openForEachTest(async () => {
	const platforms = await startPlatforms({ answerWithinMs: 1000 });
	const incoming: (Incoming | undefined)[] = [];

	/** Statuses for the next notifications; undefined never answers. */
	const statuses: (number | undefined)[] = [];

	function answer({ headers, body }: Hook) {
		const signed = signedHeadersOf(headers);
		if (!signed || verifySignature(signed, body, secret, NOW) !== "valid") return { status: 403 };
		const delivery = readDelivery(headers, body);
		if (delivery.kind === "challenge") return { status: 200, text: delivery.challenge };
		if (delivery.kind === "revocation") return { status: 204 };
		if (statuses.length > 0) {
			const status = statuses.shift();
			return status === undefined ? undefined : { status };
		}
		incoming.push(incomingOf(delivery.message, channelId));
		return { status: 204 };
	}

	const hooks = await startHooks(answer);
	platforms.twitch.authorization.grant([...TWITCH_SCOPES]);
	const api = twitchApiAt(platforms.origin, clientTools(), tokenStore());
	for (const subscription of subscriptionsOf(channelId))
		await api.createSubscription(subscription, { method: "webhook", callback: hooks.url, secret });
	await eventually(async () => {
		for (const { status } of await api.listSubscriptions("webhook")) expect(status).toBe("enabled");
	});
	return {
		...{ platforms, api, hooks, incoming, statuses },
		async close() {
			await Promise.all([platforms.stop(), hooks.close()]);
		},
	};
});

const cheer = twitchEvents.cheer("ana", 100) as [string, object];
const emit = (...parameters: Parameters<typeof site.platforms.twitch.emit>) =>
	site.platforms.twitch.emit(...parameters);

describe("webhooks of Twitch", () => {
	it("whose challenge is not answered are not enabled", async () => {
		const [raid] = subscriptionsOf(channelId).filter(({ type }) => type === "channel.raid");
		const callback = `${site.hooks.url}/other`;
		const other = { method: "webhook", callback, secret: "another-secret" } as const;
		const created = await site.api.createSubscription(raid!, other);
		await eventually(async () => {
			const all = await site.api.listSubscriptions("webhook");
			const status = all.find(({ id }) => id === created?.id)?.status;
			expect(status).toBe("webhook_callback_verification_failed");
		});
	});

	it("arrive again with the same id after a failure or without an answer", async () => {
		site.statuses.push(503, undefined, 500);
		const [sent] = await emit(...cheer);
		expect(sent?.statuses).toEqual([503, "timeout", 500, 204]);
		expect(site.incoming).toMatchObject([{ event: { messageId: sent?.messageId } }]);
		const retries = site.hooks.received.map(({ headers }) => headers.get("twitch-eventsub-message-retry"));
		expect(retries.slice(-4)).toEqual(["0", "1", "2", "3"]);
	});

	it("arrive in bursts: a gift of 100 and each subscription of it", async () => {
		const form = new URLSearchParams({ action: "gift-100", name: "ana" });
		await fetch(`${site.platforms.origin}/act`, { method: "POST", body: form });
		// A slow machine may receive a message twice.
		const received = new Map<string, string>();
		for (const one of site.incoming) {
			if (one?.type === "event") received.set(one.event.messageId, one.event.kind);
		}
		const kinds = [...received.values()];
		expect(kinds.filter((kind) => kind === "gifted-subscription")).toHaveLength(100);
		expect(kinds.filter((kind) => kind === "gift")).toHaveLength(1);
	});
});

describe("the page of buttons", () => {
	const press = (fields: Record<string, string>) =>
		fetch(`${site.platforms.origin}/act`, { method: "POST", body: new URLSearchParams(fields) });

	it("causes each event on Twitch", async () => {
		for (const action of "follow subscribe resub gift-5 raid cheer chat live offline".split(" "))
			await press({ action, name: "ana" });
		const kinds = new Set(site.incoming.map((one) => (one?.type === "chat" ? "chat" : one?.event.kind)));
		const all =
			"chat cheer follow gift gifted-subscription raid resubscription stream.offline stream.online subscription";
		expect([...kinds].sort()).toEqual(all.split(" "));
	});

	it("shows what was received, in both languages, and refuses invalid names", async () => {
		const page = await (await press({ action: "raid", name: "ana", other: "zoe" })).text();
		expect(page).toContain("raid: 1/1");
		expect(page).toContain("Raid com 50 pessoas");
		expect(page).toContain("Raids with 50 viewers");
		expect(await (await press({ action: "raid", other: "<b>" })).text()).toContain("raid: ?");
		expect(site.incoming).toMatchObject([{ event: { person: { name: "zoe" } } }]);
	});
});
