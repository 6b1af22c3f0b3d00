import { NotJson } from "~/http/outside-json.server";
import { createKickApi, KICK_EVENTS, KICK_SCOPES, type KickTools } from "../kick/api.server";
import { incomingOf } from "../kick/events";
import { createKickVerifier, readDelivery } from "../kick/signature.server";
import { MalformedMessage } from "../platform-fields";
import type { Adapter, Received } from "./adapter";
import { REFUSED } from "./trouble";

/** The adapter of Kick, by webhook. The address of the webhook is a setting at Kick. Kick has no list of viewers. */
export function createKickAdapter(tools: KickTools): Adapter {
	const api = createKickApi(tools);
	const verifier = createKickVerifier({ readKey: api.publicKey, now: tools.now });

	return {
		authorizeUrl: (state, redirectUri, secret) => api.authorizeUrl(state, redirectUri, KICK_SCOPES, secret),
		async exchange(code, redirectUri, secret) {
			const tokens = await api.exchange(code, redirectUri, secret);
			return { tokens, account: await api.identify(tokens) };
		},
		validate: api.user,
		revoke: api.revoke,

		async subscribe(account) {
			const own = (await api.listSubscriptions()).filter(({ channelId }) => channelId === account.id);
			const kept = new Map(own.map((one) => [one.event, one.id]));
			const wanted: readonly string[] = KICK_EVENTS;
			const needless = own.filter(({ id, event }) => kept.get(event) !== id || !wanted.includes(event));
			await api.deleteSubscriptions(needless.map(({ id }) => id));
			const missing = wanted.filter((event) => !kept.has(event));
			const refused =
				missing.length > 0 ? await api.createSubscriptions(account.id, missing) : new Map<string, string>();
			return wanted.map((type) => {
				const reason = refused.get(type);
				return { type, status: reason === undefined ? "enabled" : REFUSED, reason };
			});
		},

		async unsubscribe(account) {
			const own = (await api.listSubscriptions()).filter(({ channelId }) => channelId === account.id);
			await api.deleteSubscriptions(own.map(({ id }) => id));
		},

		stream: api.stream,

		async receive(account, headers, body): Promise<Received> {
			const verdict = await verifier.verify(headers, body);
			if (verdict !== "valid") return verdict;
			try {
				const incoming = incomingOf(readDelivery(headers, body), account.id, (left) =>
					tools.log.warn({ event: "platform-items-left-out", request: "webhook", ...left }),
				);
				return incoming ? { incoming } : "ignored";
			} catch (error) {
				if (!(error instanceof MalformedMessage) && !(error instanceof NotJson)) throw error;
				tools.log.error({ event: "platform-message-unreadable", platform: "kick", err: error });
				return "ignored";
			}
		},
	};
}
