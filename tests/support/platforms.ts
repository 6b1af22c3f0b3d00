import { createKickAdapter, kickOriginsAt } from "~/earning/kick/adapter.server";
import type { TokenStore, UserTokens } from "~/earning/platform-client.server";
import { createTwitchAdapter, twitchOriginsAt } from "~/earning/twitch/adapter.server";
import { readBody } from "~/http/bounded-body.server";
import { startCounterpart } from "../../demo/twitch.mjs";
import { serve } from "./http-server";

export const twitchClient = { id: "twitch-client", secret: "the-secret-of-twitch" };
export const kickClient = { id: "kick-client", secret: "the-secret-of-kick" };
export const NOW = new Date("2026-11-23T20:00:00.000Z");

export type PlatformOptions = Omit<Parameters<typeof startCounterpart>[0], "twitch" | "kick">;

/** The local Twitch and Kick, by default at {@link NOW} and with webhooks that are sent again without a wait. */
export async function startPlatforms(options: PlatformOptions = {}) {
	const platforms = await startCounterpart({
		...{ host: "127.0.0.1", now: () => NOW, retryMs: [0, 0, 0], answerWithinMs: 5000 },
		...options,
		twitch: twitchClient,
		kick: kickClient,
	});
	return { ...platforms, close: platforms.stop };
}

/** The tokens of a connected channel, in memory. */
export function tokenStore(initial?: UserTokens) {
	const store = {
		tokens: initial,
		saved: [] as UserTokens[],
		read: () => store.tokens,
		async save(tokens: UserTokens) {
			store.tokens = tokens;
			store.saved.push(tokens);
		},
	};
	return store satisfies TokenStore;
}

/** A log that keeps its entries. */
export function keptLog() {
	const entries: Record<string, unknown>[] = [];
	const keep = (entry: unknown) => void entries.push(entry as Record<string, unknown>);
	return { entries, info: keep, warn: keep, error: keep };
}

/** Tools of an adapter whose requests a test sees before they are sent. */
export function clientTools({
	timeoutMs = 5000,
	now = () => NOW,
	onRequest = (_address: string) => {},
} = {}) {
	const ending = new AbortController();
	const fetcher = (async (address: string, init: RequestInit) => {
		onRequest(address);
		return fetch(address, init);
	}) as typeof fetch;
	return { ending, log: keptLog(), now, fetcher, ended: ending.signal, timeoutMs };
}

type ClientTools = ReturnType<typeof clientTools>;
const clientOf = ({ id, secret }: { id: string; secret: string }) => ({ clientId: id, clientSecret: secret });

/** @param callback the address of the webhook. */
export const twitchAt = (
	origin: string,
	tools: ClientTools,
	tokens: TokenStore,
	callback = `${origin}/hooks`,
) => {
	const adapter = createTwitchAdapter({
		...{ ...tools, ...clientOf(twitchClient), origins: twitchOriginsAt(origin), tokens, callback },
	});
	return adapter as Required<typeof adapter>;
};

export const kickAt = (origin: string, tools: ClientTools, tokens: TokenStore) =>
	createKickAdapter({ ...tools, ...clientOf(kickClient), origins: kickOriginsAt(origin), tokens });

/** Answers the page of an authorization as the streamer does. @returns the parameters of the redirect */
export async function authorize(address: string, decision: "allow" | "cancel" = "allow") {
	const page = await fetch(address);
	const form = new URLSearchParams(new URL(address).search);
	form.set("decision", decision);
	const { pathname, origin } = new URL(page.url);
	const answer = await fetch(origin + pathname, { method: "POST", body: form, redirect: "manual" });
	return new URL(answer.headers.get("location") ?? "").searchParams;
}

/** A receiver of webhooks, which answers each with the status of `reply`. */
export async function startHooks(reply: (headers: Headers, body: Buffer) => number) {
	const { origin, close } = await serve(async (request, response) => {
		const body = await readBody(request, 100_000);
		response.writeHead(reply(new Headers(request.headers as Record<string, string>), body)).end();
	});
	return { url: `${origin}/hooks`, close };
}
