import type { Db } from "db/database";
import type { Clock } from "~/lib/clock";
import type { Hub } from "~/live/hub.server";
import { LOBBY_TOPIC } from "../../lobby/lobby-topic";
import { findIsActive } from "../persistence/live.queries.server";
import { multiplierAt } from "./curve";
import { type LiveFrame, withFrame } from "./live-frames";
import { LIVE_TOPIC, type LiveState } from "./view";

interface Tools {
	db: Db;
	clock: Pick<Clock, "now">;
	hub: Pick<Hub, "followTopic" | "publish">;
}

/**
 * Follows the live game of the leader: derives the public state from the relayed frames, as a browser does, for the snapshots of
 * this process's streams.
 */
export async function followLiveCrash({ db, clock, hub }: Tools) {
	let isActive = await findIsActive(db);
	let state: LiveState | undefined;
	/** When the round in `state` was received, in ms of the clock. */
	let receivedAt = 0;

	function applyFrame(frame: LiveFrame) {
		if (frame.event === "state") {
			if (frame.data.active !== isActive) hub.publish(LOBBY_TOPIC, LIVE_TOPIC, { active: frame.data.active });
			isActive = frame.data.active;
		}
		if (frame.event !== "bets") receivedAt = clock.now();
		if (frame.event === "state") state = frame.data;
		else if (state) state = withFrame(state, frame);
	}

	function stateNow({ round, ...rest }: LiveState): LiveState {
		if (!round) return { ...rest, round };
		const elapsed = Math.round(round.elapsed + clock.now() - receivedAt);
		const multiplier = round.phase === "flying" ? multiplierAt(elapsed) : round.multiplier;
		return { ...rest, round: { ...round, elapsed, multiplier } };
	}

	hub.followTopic(LIVE_TOPIC, {
		snapshot: () => (state ? [{ event: "state", data: stateNow(state) }] : []),
		onFrame(message) {
			if (message.event === "state" || message.event === "bets") applyFrame(message);
			else if (message.event === "phase" && message.data) applyFrame({ event: "phase", data: message.data });
		},
	});

	return {
		/** Whether an admin has switched the game on. */
		isActive: () => isActive,
	};
}
