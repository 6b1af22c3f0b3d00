import type { PlatformId, RunningStream } from "../inbox/platform-event";
import { type Tier, WATCH_MINUTES } from "../rules/rules";
import { findChatters } from "../watch/activity.queries.server";
import type { Adapter, ChannelSite, ChannelUses, ConnectedAccount } from "./adapter";

interface Uses extends Pick<ChannelUses, "addTurn" | "streamChanged"> {
	/** Sends a request to the platform. @returns undefined after a failure, or if no channel is connected. */
	ask<Answer>(
		request: (adapter: Adapter, account: ConnectedAccount) => Promise<Answer>,
	): Promise<Answer | undefined>;
}

const MINUTE_MS = 60_000;
const TURN_MS = WATCH_MINUTES * MINUTE_MS;
/** A person who wrote in the chat within this time is active. */
const ACTIVE_MS = 15 * MINUTE_MS;

/**
 * Follows the stream of a channel: keeps its state and stores a turn of watching every {@link WATCH_MINUTES} minutes. It
 * reads only when it is called.
 */
export function createStreamWatch(
	{ db, now }: ChannelSite,
	platform: PlatformId,
	{ addTurn, streamChanged, ask }: Uses,
) {
	let stream: RunningStream | undefined;
	/** The stream of the last `streamChanged`, in JSON; the first one that is read is told too. */
	let told: string | undefined = "";
	/** The last stored turn of the running stream. */
	let lastTurn = 0;
	let tiers: ReadonlyMap<string, Tier> = new Map();

	async function takeTurn({ id, startedAt }: RunningStream) {
		const at = now();
		const turn = Math.floor((at.getTime() - startedAt.getTime()) / TURN_MS);
		if (turn <= lastTurn) return;
		const active = await findChatters(db, platform, new Date(at.getTime() - ACTIVE_MS).toISOString());
		const present = await ask(async (adapter, account) => ({
			account,
			people: await adapter.chatters?.(account.id),
		}));
		if (!present) return;
		const people =
			present.people ?? active.map(({ person_id, person_name }) => ({ id: person_id, name: person_name }));
		const activeIds = new Set(active.map(({ person_id }) => person_id));
		const watchers = people
			// The streamer does not watch.
			.filter((person) => person.id !== present.account.id)
			.map((person) => ({
				...person,
				isActive: activeIds.has(person.id),
				tier: tiers.get(person.id) ?? null,
			}));
		await addTurn({ platform, streamId: id, turn, at }, watchers);
		lastTurn = turn;
	}

	return {
		/** The running stream, as last read; undefined while the channel is offline. */
		stream: () => stream,

		/** Reads the state of the stream, and takes the turn of watching that is due. */
		async watchStream(): Promise<void> {
			const answer = await ask(async (adapter, { id }) => ({ stream: await adapter.stream(id) }));
			if (!answer) return;
			if (answer.stream?.id !== stream?.id) lastTurn = 0;
			stream = answer.stream;
			const isTold = told === JSON.stringify(stream);
			told = JSON.stringify(stream);
			if (!isTold) streamChanged();
			if (stream) await takeTurn(stream);
		},

		/** Reads the tiers of the subscribers. @returns false after a failure, after which the known ones stay. */
		async readTiers(): Promise<boolean> {
			const answer = await ask(async (adapter, { id }) => ({ tiers: await adapter.subscribers?.(id) }));
			if (answer?.tiers) tiers = answer.tiers;
			return answer !== undefined;
		},

		/** Whether the last read list of subscribers has an account. */
		hasSubscriber: (personId: string): boolean => tiers.has(personId),

		/** Forgets the stream and the subscribers, after the channel was disconnected. Calls `streamChanged`. */
		forgetStream() {
			stream = undefined;
			told = "";
			lastTurn = 0;
			tiers = new Map();
			streamChanged();
		},
	};
}
