import { CRASHED_MS, LIVE_WAITING_MS, SOLO_WAITING_MS } from "~/games/crash/engine/crash";
import { followLiveCrash } from "~/games/crash/engine/followed-live.server";
import { createLiveCrash } from "~/games/crash/engine/live.server";
import { createSoloCrash } from "~/games/crash/engine/solo.server";
import { createPendingWrites } from "~/games/crash/engine/storing.server";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { soloCrash as soloGame } from "~/games/crash/game.server";
import { refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { createPlayTime } from "~/games/limits/play-time.server";
import { openRestrictionTopic } from "~/games/limits/restriction-topic.server";
import { createLeaders } from "~/games/lobby/leaders.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { openTopWinsTopic } from "~/games/lobby/top-wins-topic.server";
import { guarded, inBackground } from "~/lib/guarded";
import { instantOf } from "~/lib/instant";
import type { Site } from "~/lib/site";
import { createSteadyClock } from "~/lib/steady-clock.server";
import { inAllProcesses } from "~/live/all-processes.server";
import { openBalanceTopic } from "~/points/balance-topic.server";
import { sumSource } from "~/points/ledger/point-hours.queries.server";

const WEEK_MS = 7 * 24 * 60 * 60_000;

type GameSite = Pick<
	Site,
	"db" | "config" | "log" | "now" | "randomHex" | "hub" | "bus" | "clock" | "beacon" | "inLeader"
>;

/**
 * Opens the games. Any process plays them, except live Crash, which the leader runs after `startGames`. The other processes receive
 * its events for their streams.
 */
export async function openGames(tools: GameSite) {
	const { config, log, hub, bus } = tools;
	const announceBalance = openBalanceTopic(tools);
	const winStored = openTopWinsTopic(tools);
	const renamed = inAllProcesses(bus, "name", (userId?: string) =>
		inBackground(async () => run?.liveCrash.renamed(userId)),
	);
	// The leader, or this process, may have missed that a name was hidden.
	bus.onChange(guarded((isUp) => isUp && renamed()));
	const announceRestriction = openRestrictionTopic(tools);
	/** For bets whose payout comes after the stake: it changes what a daily limit leaves. */
	const announcePaid = (userId: string) => {
		announceBalance(userId);
		announceRestriction(userId);
	};
	const followed = await followLiveCrash(tools);
	let run: Awaited<ReturnType<typeof begin>> | undefined;
	const playTime = createPlayTime(tools);
	const played = (userId: string) => {
		playTime.played(userId);
		announceRestriction(userId);
	};
	const scale = config.CRASH_PAUSE_SCALE;
	const pendingWrites = createPendingWrites(tools.clock.now);
	const soloCrash = createSoloCrash({
		...{ ...tools, announceBalance: announcePaid, winStored, played, pendingWrites, instantOf },
		clock: createSteadyClock({ catchesUp: true }),
		timeouts: tools.clock,
		timing: { waiting: SOLO_WAITING_MS * scale, crashed: CRASHED_MS * scale },
		drawName: () => config.SOLO_CRASH_DRAW,
		secret: config.SESSION_SECRET,
		leads: () => run !== undefined,
	});
	const liveSwitch = () => (run?.liveCrash ?? followed).switchNow();
	const livePlaying = () => (run?.liveCrash ?? followed).playingNow();
	hub.openTopic(LOBBY_TOPIC, {
		snapshot: () => [
			{ event: "live-crash" as const, data: liveSwitch() },
			{ event: "playing" as const, data: livePlaying() },
		],
	});

	async function begin() {
		const { rounds, bets, userIds } = await refundOpenRounds(tools);
		if (rounds > 0) log.info({ event: "open-rounds-refunded", rounds, bets });
		const clock = createSteadyClock({ isHeld: pendingWrites.areLate });
		const liveCrash = await createLiveCrash({
			...{ ...tools, announceBalance: announcePaid, winStored, played, pendingWrites, clock },
			timeouts: tools.clock,
			timing: { waiting: LIVE_WAITING_MS * scale, crashed: CRASHED_MS * scale },
		});
		// The streams of all processes still show what the last leader sent.
		hub.publish(LIVE_TOPIC, "state", liveCrash.readState());
		hub.publish(LOBBY_TOPIC, "live-crash", liveCrash.switchNow());
		hub.publish(LOBBY_TOPIC, "playing", liveCrash.playingNow());
		hub.sendPrivateStates(LIVE_TOPIC);
		for (const userId of userIds) announceBalance(userId);
		return { liveCrash };
	}

	function running() {
		if (!run) throw new Error("another process runs the games");
		return run;
	}

	await soloCrash.begin();
	return {
		/** Refunds the bets that the last leader left open, and starts live Crash. */
		async startGames() {
			run = await begin();
		},
		/** Whether this process runs live Crash. If not, the next function throws. */
		runsGames: () => run !== undefined,
		liveCrash: () => running().liveCrash,
		/** See `start` and `stop` of `createLiveCrash`; in any process. `stop` returns whether a last flight is in the air. */
		startLiveCrash: tools.inLeader("live-crash-start", (adminId: string) =>
			running().liveCrash.start(adminId),
		),
		stopLiveCrash: tools.inLeader("live-crash-stop", async (adminId: string) => {
			await running().liveCrash.stop(adminId);
			return liveSwitch().stopping;
		}),
		playTime,
		soloCrash,
		/** Call it when a player has staked points. */
		played,
		liveSwitch,
		livePlaying,
		/** For metrics and the operations page. Zeros in a process that does not run the games. */
		counts: () => ({
			liveCrash: {
				...(run?.liveCrash.counts() ?? { phase: "resting" as const, bets: 0, queued: 0, flown: 0 }),
				isActive: liveSwitch().active,
				isWell: run?.liveCrash.isWell() ?? true,
			},
			soloCrash: soloCrash.counts(),
		}),
		/** The points that solo Crash has given players in the last week; 0 if it took more, and with the even draw. */
		async pointsGrown() {
			if (config.SOLO_CRASH_DRAW === "even") return 0;
			const hour = new Date(tools.now().getTime() - WEEK_MS).toISOString();
			return Math.max(0, await sumSource(tools.db, soloGame.reasonPrefix, hour));
		},
		announceBalance,
		announceRestriction,
		winStored,
		nameChanged(userId: string) {
			winStored();
			renamed(userId);
		},
		leaders: createLeaders(tools),
		/** Settles or refunds the open bets of the games. */
		stop: async () => {
			await Promise.all([soloCrash.end(), run?.liveCrash.end()]);
		},
	};
}
