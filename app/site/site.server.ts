/**
 * The composition root: creates configuration, database, services, games and `createAction`, once per process. Only
 * routes and the entry modules import it.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { engineAt } from "db/open";
import { createAvatars } from "~/account/avatars/avatars.server";
import { IdentityProvider } from "~/account/identity-provider.server";
import { createSessions } from "~/account/sessions.server";
import type { Viewer } from "~/account/viewer";
import { createCounter } from "~/analytics/counter.server";
import { wakeAfterCommits } from "~/announcements/announce.server";
import { openAnnouncements } from "~/announcements/announced.server";
import { scheduleCopies } from "~/backups/copy-schedule.server";
import { scheduleBackups } from "~/backups/schedule.server";
import { openBeacon } from "~/beacon/beacon.server";
import { openHuntTopic } from "~/bonus-hunt/model/hunt-events.server";
import { channelOf } from "~/channel/channel";
import { openStream } from "~/channel/stream.server";
import { OVERLAY_KEY } from "~/earning/codes/overlay.server";
import { countEvents } from "~/earning/inbox/events.queries.server";
import { openEarning } from "~/earning/open-earning.server";
import { openEventTopics } from "~/events/event-states.server";
import { followSources } from "~/events/predictions/decide.server";
import { EVENT_SOURCES } from "~/events/sources";
import { createBoards } from "~/events/tournaments/board.server";
import { createActionFactory } from "~/forms/create-action.server";
import { GAMES } from "~/games/games.server";
import { applyDueLimits } from "~/games/limits/limits.server";
import { applyNames } from "~/games/names.server";
import { createFlash } from "~/http/flash.server";
import { limitConnections } from "~/http/load-shedding.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { summariseJobs } from "~/jobs/jobs.queries.server";
import { openJobs } from "~/jobs/open-jobs.server";
import { processClock } from "~/lib/clock";
import { ConfigError, readConfig, readEnvironment } from "~/lib/config.server";
import { every } from "~/lib/every.server";
import { inBackground } from "~/lib/guarded";
import { followClock, instantOf } from "~/lib/instant";
import { currentContext } from "~/lib/request-context.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { inAllProcesses } from "~/live/all-processes.server";
import { userKey } from "~/live/audience";
import { createHub } from "~/live/hub.server";
import { openLeaderCalls } from "~/live/in-leader.server";
import { openNoticesTopic } from "~/notifications/notices-topic.server";
import { createPush } from "~/notifications/push/delivery.server";
import { openPushKeys } from "~/notifications/push/keys.server";
import { createOperations } from "~/operations/operations.server";
import { readKeyFile } from "~/settings/key-file.server";
import { openSettings } from "~/settings/settings.server";
import { checkSharedKey } from "~/settings/shared-key.server";
import { completeSignIn } from "~/setup/complete-sign-in.server";
import { withPlaceholders } from "~/setup/sign-in-settings.server";
import { openStorage, stopStart } from "~/storage/storage.server";
import { openAdminCountsTopic } from "~/store/admin-counts.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { openStoreTopic } from "~/store/store-events.server";
import { openEventFeed } from "~/team/api/event-feed.server";
import { serveEventSocket } from "~/team/api/event-lines.server";
import { discordMessages, webhookMessages } from "~/team/api/messages.server";
import { isValid, openTokens, requireToken } from "~/team/api/tokens.server";
import { openChat } from "~/team/chat/chat.server";
import { relayCommands } from "~/team/chat/relay.server";
import { openAlertsTopic } from "~/team/overlays/alerts.server";
import { openRequestsTopic, refundUnplayable } from "~/team/requests/requests.server";
import { deleteExpired } from "./cleanup.server";
import { createCookies } from "./cookies.server";
import { createInstruments } from "./instruments.server";
import { JOBS } from "./jobs.server";
import { openGames } from "./open-games.server";
import { openOutsideServices } from "./outside-services.server";
import { answerRequests } from "./request-path.server";
import { shareState } from "./shared-state.server";
import { createShutdown } from "./shutdown.server";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** The folder of static files that remix-serve serves. */
const FILES = "build/client";

const staticFiles = (): ReadonlySet<string> => {
	const names = existsSync(FILES) ? readdirSync(FILES, { recursive: true, encoding: "utf8" }) : [];
	return new Set(names.map((name) => `/${name}`));
};

function readConfigOrStop(environment: Readonly<Record<string, string | undefined>>) {
	try {
		return readConfig(environment);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		console.error(error.message);
		process.exit(1);
	}
}

/** The key beside the database; a random one for a database in memory. */
const readSiteKey = (path: string | undefined) =>
	path === undefined ? randomBytes(32).toString("hex") : readKeyFile(path);

async function build() {
	const environment = { ...readEnvironment() };
	// The database's settings are read only after its folder is known to be usable.
	const config = readConfigOrStop(withPlaceholders(environment));
	let isClockShared = false;
	/** With several processes, the clock of the database server, so that times of different processes can be compared. */
	const now = () => (isClockShared ? new Date(instantOf(performance.now())) : new Date());
	const instruments = createInstruments(config, now);
	const { log } = instruments;
	limitConnections(config, log);
	const shutdown = createShutdown(log);
	const engine = engineAt(config.DATABASE_URL, config.DATA_FOLDER);
	const { record, recordAct } = instruments.statements;
	const storage = await openStorage({ engine, log, now, listener: { ran: record, acted: recordAct } });
	const { db, cluster } = storage;
	const { bus } = cluster;
	followClock(cluster.clockAheadMs);
	isClockShared = cluster.isShared;
	const leads = () => cluster.epoch() !== undefined;
	const whileLeading = (job: () => Promise<void>) => async () => (leads() ? job() : undefined);
	const settingsSaved = () => bus.publish("settings", null);
	shutdown.onEnd(storage.close);
	const siteKey = readSiteKey(engine.keyFile);
	const checkKey = () => checkSharedKey({ db, engine, cluster, now, key: siteKey });
	await checkKey();
	const settingsBox = createSecretBox(siteKey, "settings");
	const SESSION_SECRET = environment.SESSION_SECRET || siteKey;
	const files = staticFiles();
	const signIn = await completeSignIn({
		...{ db, environment, log, now },
		config: { ...config, SESSION_SECRET },
		box: settingsBox,
		files: { folder: FILES, paths: files },
	});
	const completed = { ...environment, ...signIn };
	Object.assign(config, readConfigOrStop({ ...completed, SESSION_SECRET }));

	instruments.learnRoutes();
	instruments.surviveRejections();
	const secure = config.APP_ORIGIN.startsWith("https:");

	const settings = await openSettings({
		...{ db, config, environment: completed, log, now, settingsSaved },
		box: settingsBox,
		backupFolder: join(engine.folder ?? ".", "backups"),
	});

	applyNames(config);
	settings.onChange(() => applyNames(config));

	const counter = createCounter({ db, config, log, now });
	const hub = createHub({ log, shareScale: config.RATE_LIMIT_SCALE, cluster });
	const provider = new IdentityProvider({ config, log, now });
	inBackground(() => provider.start());
	const randomHex = (size: number) => randomBytes(size).toString("hex");
	const avatars = createAvatars({ db, config, log, now, randomHex });
	const box = createSecretBox(config.SESSION_SECRET, "session tokens");
	const rolesChanged = inAllProcesses(bus, "roles", (userId: string) => hub.endKey(userKey(userId)));
	const sessions = createSessions({
		...{ db, config, provider, box, log, now, isShared: cluster.isShared },
		onEnded: inAllProcesses(bus, "session-ended", hub.endSession),
		onRolesChanged: rolesChanged,
		onClaims(userId, claims, isComplete) {
			avatars.update(userId, claims, isComplete);
			inBackground(() => earning.linkPerson(userId, claims));
		},
		onRegistered: () => counter.count("profile_registered", ""),
	});

	const cleanUp = whileLeading(() => deleteExpired(db, now(), counter));
	const endCleanup = every(HOUR_MS, "cleanup", cleanUp, log);
	const channel = () => channelOf(config);
	const inLeader = openLeaderCalls({ bus, leads, log, clock: processClock });
	const basis = {
		db,
		config,
		log,
		now,
		randomHex,
		hub,
		bus,
		leads,
		inLeader,
		settingsSaved,
		clock: processClock,
	};
	const jobs = openJobs(basis);
	wakeAfterCommits(db, jobs);
	const tools = {
		...basis,
		wakeJobs: jobs.wakeJobs,
		announceNotices: openNoticesTopic(basis),
		adminCountsChanged: openAdminCountsTopic(basis),
		push: createPush(basis, { keys: await openPushKeys(basis, box), siteName: () => config.CHANNEL_NAME }),
	};
	const events = openEventTopics(tools);
	const followAll = () => followSources({ ...tools, ...events });
	const endFollowing = every(MINUTE_MS, "predictions", whileLeading(followAll), log);
	const endDueLimits = every(
		MINUTE_MS,
		"due-limits",
		whileLeading(() => applyDueLimits(tools)),
		log,
	);
	const flash = createFlash(secure);
	const overlayRenewed = inAllProcesses(bus, "overlay-renewed", () => hub.endKey(OVERLAY_KEY));
	const { announced, onAnnounced } = openAnnouncements(bus);
	const stream = await openStream({ ...tools, connectedStream: () => shared.connectedStream() });
	const outside = openOutsideServices({ config, environment, settings, log, now });
	const { fetchers } = outside;
	const beacon = openBeacon({ config, log, now, siteKey, fetcher: fetchers.beacon });
	const games = await openGames({ ...tools, beacon });
	const runsGames = () => games.runsGames() && cluster.isCurrent();
	let chat: ReturnType<typeof openChat> | undefined;
	const { announceBalance, announceRestriction } = games;
	const earning = await openEarning(
		{ ...tools, announceBalance },
		{
			...{ box: settingsBox, siteKey, settings, settingsSaved, streamChanged: () => shared.streamChanged() },
			// Messages may arrive before the chat is open.
			heard: relayCommands(basis, (...message) => chat?.heard(...message)),
		},
	);
	const shared = shareState({
		...{ db, cluster, config, log, now, hub },
		refresh: [settings.refresh, stream.refreshStream, earning.refreshRules, earning.refreshChannels],
		connectedStream: earning.connectedStream,
		publishStream: stream.publishStream,
	});
	const tokens = openTokens({ config });
	const programs = { ...basis, ...tokens, onAnnounced };
	const eventFeed = openEventFeed(programs, (id) => isValid(programs, { id }));
	serveEventSocket({ feed: eventFeed, requireToken: (request) => requireToken(programs, request, "events") });
	shutdown.onStop(games.stop, hub.close, eventFeed.close);
	// Open requests may wait for the responses of outside services. The first step of a stop is the last of these: otherwise this
	// process could begin to lead, and start games that nothing stops.
	shutdown.onStop(outside.end, beacon.end, cluster.withdraw);
	const itemChanged = openStoreTopic(tools);
	const alertsChanged = openAlertsTopic(tools);
	const requests = {
		...tools,
		announceBalance,
		announceRestriction,
		requestsChanged: openRequestsTopic(tools),
	};
	const refundRequests = () => inBackground(() => refundUnplayable(requests));
	settings.onChange(refundRequests);
	const endRefunds = every(
		MINUTE_MS,
		"slot-requests",
		whileLeading(() => refundUnplayable(requests)),
		log,
	);
	jobs.startJobs(
		{
			...tools,
			...earning,
			announceBalance,
			itemChanged,
			announced,
			beacon,
			fetchers,
			alertsChanged,
			...events,
		},
		JOBS,
	);
	settings.onChange(() => jobs.wakeJobs(redeemMessage, webhookMessages.job, discordMessages.job));
	const { load, sharedPages } = answerRequests(tools, {
		...{ folder: FILES, files },
		// While the database server does not answer, this process refuses forms with a message, which is clearer than a 502.
		isLeading: () => runsGames() || (games.runsGames() && storage.outage()?.fault === "away"),
		isAway: () => storage.outage()?.fault === "away",
		receivers: {
			"/hooks/twitch": earning.channels.twitch.receive,
			"/hooks/kick": earning.channels.kick.receive,
		},
		accountOf: sessions.accountOf,
		ownCookies: [sessions.cookieName, flash.name],
		count: counter.count,
	});
	const backups = scheduleBackups({ config, environment, log, now, leads });
	const { openBackupStore } = outside;
	const copies = scheduleCopies({ config, openStore: openBackupStore, log, now, leads });
	const operations = await createOperations({
		...tools,
		engine,
		...instruments,
		readHeld() {
			const { isLive, details } = stream.streamState();
			return {
				...games.counts(),
				streams: hub.counts(),
				beaconUnread: beacon.isUnread(),
				providerKnown: provider.isKnown,
				rolesReadable: provider.rolesReadable,
				waiting: load.waiting(),
				pageCache: sharedPages.counts(),
				readOnly: storage.outage()?.fault ?? null,
				backup: backups.status(),
				backupCopies: copies.status(),
				platforms: earning.platforms(),
				stream: isLive ? (details ?? "live") : undefined,
				leads: runsGames(),
			};
		},
		async readStored() {
			const { oldestAt, ...messages } = await summariseJobs(db, redeemMessage.kind);
			return {
				outbox: { ...messages, oldestMs: oldestAt ? now().getTime() - Date.parse(oldestAt) : null },
				platformEvents: await countEvents(db),
				pointsGrown: await games.pointsGrown(),
				nodes: (await engine.readProcesses(db))?.nodes ?? [],
			};
		},
	});

	// Steps run in reverse order: jobs and calls to outside services end before the database is closed.
	shutdown.onEnd(
		...[avatars.end, counter.end, endCleanup, () => provider.stop(), earning.endEarning, endDueLimits],
		...[endFollowing, endRefunds],
		...[jobs.endJobs, backups.end, copies.end, operations.end, instruments.loop.end, shared.end],
	);

	const tournamentsChanged = () => {
		events.tournamentsChanged();
		inBackground(followAll);
	};
	const publishHunt = openHuntTopic(tools);
	const huntChanged = () => {
		publishHunt();
		// A request waits again when its slot is removed from the hunt.
		requests.requestsChanged();
		inBackground(followAll);
	};
	chat = openChat({
		...{ ...tools, ...games, ...earning, ...events, metrics: instruments.metrics, huntChanged, onAnnounced },
		requestsChanged: requests.requestsChanged,
	});
	// Before the connections and the database.
	shutdown.onEnd(chat.endChat);
	await cluster.becomeCandidate(async () => {
		await games.startGames();
		if (!cluster.isShared) return;
		shared.beginToLead(earning.connectChannels());
		jobs.wakeJobs();
	});
	// A process that started at the same time is known only now.
	await checkKey();

	return {
		...tools,
		...games,
		runsGames,
		gameCounts: games.counts,
		cluster,
		games: [...GAMES, ...EVENT_SOURCES],
		channel,
		...stream,
		...earning,
		adminsChanged: rolesChanged,
		engine,
		siteKey,
		storage,
		metrics: instruments.metrics,
		loggedPath: instruments.requests.loggedPath,
		refusals: instruments.refusals,
		operations,
		avatars,
		settings,
		environment,
		fetchers,
		beacon,
		openBackupStore,
		get outsideHunt() {
			return outside.services().outsideHunt;
		},
		get huntPictures() {
			return outside.services().huntPictures;
		},
		get pointsProvider() {
			return outside.services().pointsProvider;
		},
		count: counter.count,
		tournamentBoard: createBoards(tools),
		...events,
		tournamentsChanged,
		flushCounts: counter.flush,
		itemChanged,
		requestsChanged: requests.requestsChanged,
		refundRequests,
		huntChanged,
		alertsChanged,
		nameChanged(userId: string) {
			alertsChanged();
			games.nameChanged(userId);
			huntChanged();
		},
		secure,
		provider,
		sessions,
		shutdown,
		load,
		flash,
		announced,
		onAnnounced,
		...tokens,
		eventFeed,
		overlayRenewed,
		sharedPages,
		...createCookies(config.SESSION_SECRET, secure),
	};
}

// One site per process: the development server evaluates this module again after each change.
const key = Symbol.for("plateia.site");
const globals = globalThis as typeof globalThis & { [key]?: ReturnType<typeof build> };
globals[key] ??= build().catch(stopStart);

/**
 * The services of this process, created when this module is first imported. An invalid configuration or a database
 * that cannot be used ends the process with a message.
 */
export const site = await globals[key];

const viewers = new WeakMap<object, Promise<Viewer | undefined>>();

/**
 * The signed-in viewer of a request; undefined for a visitor. Loaders of one request run in parallel and share one
 * lookup, so a change within the request is not visible.
 */
export function findViewer(request: Request): Promise<Viewer | undefined> {
	const context = currentContext() ?? request;
	const known = viewers.get(context) ?? site.sessions.findViewer(request);
	viewers.set(context, known);
	return known;
}

/** Creates a route's `action`, with the site's session, queues and messages: see {@link createActionFactory}. */
export const createAction = createActionFactory<Viewer>({
	queues: site.load.queues,
	origin: site.config.APP_ORIGIN,
	trustedProxyHops: site.config.TRUSTED_PROXY_HOPS,
	rateLimitScale: site.config.RATE_LIMIT_SCALE,
	bus: site.bus,
	// Not the shared lookup: loaders that run after an action must see its changes.
	findViewer: site.sessions.findViewer,
	onRefused: (code) => site.refusals.inc({ code }),
	translator: async (request) => {
		const { t } = i18nIn(await languageOf(request));
		return (code, values) => t(`errors.${code}`, values ?? {});
	},
});
