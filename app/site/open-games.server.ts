import type { Db } from "db/database";
import type { Channel } from "~/channel/channel";
import { CRASHED_MS, LIVE_WAITING_MS, SOLO_WAITING_MS } from "~/games/crash/engine/crash";
import { createLiveCrash } from "~/games/crash/engine/live.server";
import { createSoloCrash } from "~/games/crash/engine/solo.server";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { refundOpenRounds } from "~/games/crash/persistence/bets.server";
import type { RandomHex } from "~/games/fairness/seeds.server";
import { SMALLEST_STAKE } from "~/games/games.server";
import { createPlayTime } from "~/games/limits/play-time.server";
import { openRestrictionTopic } from "~/games/limits/restriction-topic.server";
import { createLeaders } from "~/games/lobby/leaders.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { createTopWinsEvents } from "~/games/lobby/top-wins-events.server";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/lib/config.server";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { openBalanceTopic } from "~/points/balance-topic.server";

/** Concurrent solo Crash games. The limit per address is high, because households and schools share an address. */
const MAX_SOLO_GAMES = 5000;
const MAX_SOLO_GAMES_PER_ADDRESS = 50;

interface GameTools {
	db: Db;
	config: Config;
	log: Log;
	now: () => Date;
	randomHex: RandomHex;
	hub: Hub;
	clock: Clock;
}

/**
 * Creates the games that run in the process. First it refunds the bets that the last process left open.
 * @returns the games, and `stop`, which settles or refunds their open bets.
 */
export async function openGames(tools: GameTools, channel: () => Channel) {
	const { config, log, hub } = tools;
	const refunded = await refundOpenRounds(tools);
	if (refunded.rounds > 0) log.info({ event: "open-rounds-refunded", ...refunded });

	const announceBalance = openBalanceTopic(tools);
	const { winStored, recent: recentWins } = createTopWinsEvents(tools);
	const playTime = createPlayTime(tools);
	const announceRestriction = openRestrictionTopic(tools, SMALLEST_STAKE);
	const played = (userId: string) => {
		playTime.played(userId);
		announceRestriction(userId);
	};
	const scale = config.CRASH_PAUSE_SCALE;
	const crashTools = { ...tools, announceBalance, winStored, played };
	const soloCrash = createSoloCrash({
		...crashTools,
		timing: { waiting: SOLO_WAITING_MS * scale, crashed: CRASHED_MS * scale },
		draw: () => SOLO_DRAWS[channel().soloDraw],
		maxGames: {
			perAddress: MAX_SOLO_GAMES_PER_ADDRESS * config.RATE_LIMIT_SCALE,
			perNetwork: (MAX_SOLO_GAMES / 10) * config.RATE_LIMIT_SCALE,
			total: MAX_SOLO_GAMES,
		},
	});
	const liveCrash = await createLiveCrash({
		...crashTools,
		timing: { waiting: LIVE_WAITING_MS * scale, crashed: CRASHED_MS * scale },
	});
	hub.openTopic(LOBBY_TOPIC, {
		snapshot: () => [
			{ event: "live-crash" as const, data: { active: liveCrash.isActive() } },
			...recentWins(),
		],
	});
	return {
		refunded,
		announceBalance,
		announceRestriction,
		winStored,
		played,
		playTime,
		leaders: createLeaders(tools),
		soloCrash,
		liveCrash,
		stop: async () => {
			await Promise.all([soloCrash.end(), liveCrash.end()]);
		},
	};
}
