import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import type { Hub } from "~/live/hub.server";
import { type LiveSwitch, LOBBY_TOPIC } from "../../lobby/lobby-topic";
import { findIsActive } from "../persistence/live.queries.server";
import { multiplierAt, TICK_MS } from "./curve";
import { type LiveChange, withFrame } from "./live-frames";
import { createPlaying } from "./playing.server";
import { LIVE_TOPIC, type LiveState, liveSwitchOf, type Tick } from "./view";

interface Tools {
	db: Db;
	clock: Pick<Clock, "now">;
	hub: Pick<Hub, "followTopic" | "publish">;
}

/** Keeps a copy of the live game of the leader, built from its frames: new streams of this process begin with it. */
export async function followLiveCrash({ db, clock, hub }: Tools) {
	let known: LiveSwitch = { active: await findIsActive(db), stopping: false };
	let state: LiveState | undefined;
	/** When the round in `state` was received, in ms of the clock. */
	let receivedAt = 0;
	/** ms until the next frame about the flight is due. */
	let interval = TICK_MS;
	const playing = createPlaying(hub);

	/** Updates the copy, and tells the lobby if the game was started or stopped. */
	function applyFrame(frame: LiveChange | { event: "state"; data: LiveState }) {
		if (frame.event !== "bets") receivedAt = clock.now();
		if (frame.event === "state") {
			const { round } = frame.data;
			// A state within the wait, not at its beginning: a name of the last flight may be hidden now.
			if (round?.phase === "waiting" && round.id === state?.round?.id) playing.clear();
			state = frame.data;
		} else if (state) state = withFrame(state, frame);
		if (state) playing.update(state);
		const next = state && liveSwitchOf(state);
		if (!next || (next.active === known.active && next.stopping === known.stopping)) return;
		known = next;
		hub.publish(LOBBY_TOPIC, LIVE_TOPIC, next);
	}

	/** The leader may hold the flight, so each tick corrects where it is. */
	function applyTick([elapsed, multiplier, next]: Tick) {
		if (state?.round?.phase !== "flying") return;
		receivedAt = clock.now();
		interval = next;
		state = { ...state, round: { ...state.round, elapsed, multiplier } };
	}

	function stateNow({ round, ...rest }: LiveState): LiveState {
		if (!round) return { ...rest, round };
		const passed = clock.now() - receivedAt;
		// Without ticks the flight stands still.
		const elapsed = Math.round(
			round.elapsed + (round.phase === "flying" ? Math.min(passed, interval) : passed),
		);
		const multiplier = round.phase === "flying" ? multiplierAt(elapsed) : round.multiplier;
		return { ...rest, round: { ...round, elapsed, multiplier } };
	}

	hub.followTopic(LIVE_TOPIC, {
		snapshot: () => (state ? [{ event: "state", data: stateNow(state) }] : []),
		onFrame(message) {
			if (message.event === "state" || message.event === "bets") applyFrame(message);
			else if (message.event === "phase" && message.data) applyFrame({ event: "phase", data: message.data });
			else if (message.event === "tick") applyTick(message.data);
		},
	});

	return {
		/** See `switchNow` of `createLiveCrash`. */
		switchNow: () => known,
		/** See `createPlaying`. */
		playingNow: playing.now,
	};
}
