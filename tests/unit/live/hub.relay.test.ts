import { expect, it, onTestFinished } from "vitest";
import { openCluster, openHub } from "./hub.setup";

/** A hub of a process that is closed after the test. */
async function openProcess({ cluster }: Process) {
	const site = await openHub({ cluster });
	onTestFinished(site.close);
	return site;
}
/** Two processes, the first of which leads. */
const twoProcesses = () => openCluster(2) as [leader: Process, follower: Process];
type Process = ReturnType<typeof openCluster>[number];

/** A process that leads and relays the topic `game`, and one that follows it. */
async function openTwo() {
	const [first, second] = twoProcesses();
	const leader = await openProcess(first);
	const follower = await openProcess(second);
	let round = 1;
	const heard: string[] = [];
	leader.hub.openTopic("game", {
		snapshot: () => [{ event: "state", data: { round } }],
		privateState: (key) => [{ event: "own", data: { key, round } }],
		isRelayed: true,
	});
	leader.hub.openTopic("lobby");
	let known: unknown;
	follower.hub.followTopic("game", {
		snapshot: () => (known === undefined ? [] : [{ event: "state", data: known }]),
		onFrame({ event, data }) {
			heard.push(event);
			if (event === "state") known = data;
		},
	});
	follower.hub.openTopic("lobby");
	await expect.poll(() => heard).toEqual(["state"]);
	return {
		...{ first, second, leader, follower, heard },
		next() {
			round += 1;
			leader.hub.publish("game", "state", { round });
		},
	};
}

it("streams of another process get the state, the frames and the private state of a relayed topic", async () => {
	const { leader, follower, next } = await openTwo();
	const ana = await follower.connect("topics=game&keys=user:ana");
	await ana.hears('game.state {"round":1}', 'game.own {"key":"user:ana","round":1}');
	const visitor = await follower.connect("topics=game");
	next();
	leader.hub.publishTo("user:ana", "game", "own", { bet: 1 });
	leader.hub.publish("lobby", "news", {});
	await ana.until(() => ana.events.length === 4);
	expect(ana.events.slice(2)).toEqual(['game.state {"round":2}', 'game.own {"bet":1}']);
	await visitor.hears('game.state {"round":1}', 'game.state {"round":2}');
});

it("a stream of the leader gets each frame once", async () => {
	const { leader, next } = await openTwo();
	const ana = await leader.connect("topics=game&keys=user:ana");
	next();
	await expect(
		ana.hears('game.state {"round":1}', 'game.own {"key":"user:ana","round":1}', 'game.state {"round":2}'),
	).resolves.toBeUndefined();
});

it("frames of an earlier epoch are dropped, and a new epoch renews the private states", async () => {
	const { first, leader, follower, next } = await openTwo();
	const ana = await follower.connect("topics=game&keys=user:ana");
	await ana.until(() => ana.events.length === 2);
	first.lead(3);
	next();
	await ana.until(() => ana.events.length === 4);
	expect(ana.events.slice(2).sort()).toEqual([
		'game.own {"key":"user:ana","round":2}',
		'game.state {"round":2}',
	]);
	first.lead(2);
	leader.hub.publish("game", "state", { round: "stale" });
	first.lead(3);
	next();
	await ana.until(() => ana.events.length === 5);
	expect(ana.events[4]).toBe('game.state {"round":3}');
});

it("a process that has not opened its topics yet ignores messages about them", async () => {
	const [first, second] = twoProcesses();
	const leader = await openProcess(first);
	const starting = await openProcess(second);
	leader.hub.openTopic("game", { snapshot: () => [{ event: "state", data: 1 }], isRelayed: true });
	leader.hub.publish("game", "state", 1);
	leader.hub.followTopic("lobby");
	first.setConnected(false);
	first.setConnected(true);
	// The bus delivers in order.
	const delivered = new Promise((done) => second.cluster.bus.subscribe("marker", done));
	first.cluster.bus.publish("marker", 1);
	await delivered;
	const heard: unknown[] = [];
	starting.hub.followTopic("game", { onFrame: ({ data }) => heard.push(data) });
	await expect.poll(() => heard).toEqual([1]);
});

it("a process that does not lead publishes to its own streams only", async () => {
	const { leader, follower } = await openTwo();
	const [here, there] = [await follower.connect("topics=game"), await leader.connect("topics=game")];
	follower.hub.publish("game", "state", { round: 9 });
	await here.until(() => here.events.length === 2);
	leader.hub.publish("game", "end", {});
	await there.until(() => there.events.length === 2);
	expect(there.events[1]).toBe("game.end {}");
});

it("a process has no streams while it may miss messages, and requests the state when it is connected again", async () => {
	const { second, follower, heard } = await openTwo();
	const stream = await follower.connect("topics=game,lobby");
	second.setConnected(false);
	expect(await stream.end()).toBe("properly");
	expect((await follower.connect("topics=lobby")).status).toBe(503);
	second.setConnected(true);
	await expect.poll(() => heard).toEqual(["state", "state"]);
	expect((await follower.connect("topics=lobby")).status).toBe(200);
});

it("a stream that begins before the state is known gets the state once the leader answers", async () => {
	const [first, second] = twoProcesses();
	const follower = await openProcess(second);
	follower.hub.followTopic("game");
	const stream = await follower.connect("topics=game");
	const leader = await openProcess(first);
	leader.hub.openTopic("game", { snapshot: () => [{ event: "state", data: 1 }], isRelayed: true });
	second.cluster.bus.publish("snapshot-wanted", "game");
	await expect(stream.hears("game.state 1")).resolves.toBeUndefined();
});

it.each(["leader", "follower"] as const)(
	"a %s whose messages were lost ends the streams of the others when it is connected again",
	async (role) => {
		const { first, second, next, ...hubs } = await openTwo();
		const [process, others] = role === "leader" ? [first, hubs.follower] : [second, hubs.leader];
		const stream = await others.connect("topics=game,lobby&keys=user:ana");
		await stream.until(() => stream.events.length === 2);
		process.setConnected(false);
		next();
		process.setConnected(true);
		expect(await stream.end()).toBe("properly");
		const later = await others.connect("topics=game&keys=user:ana");
		await later.hears('game.state {"round":2}', 'game.own {"key":"user:ana","round":2}');
	},
);

it("a snapshot of a new epoch renews the private states, and one of an earlier epoch is dropped", async () => {
	const { first, second, follower, next } = await openTwo();
	const stream = await follower.connect("topics=game&keys=user:ana");
	await stream.until(() => stream.events.length === 2);
	first.lead(3);
	second.cluster.bus.publish("snapshot-wanted", "game");
	await stream.until(() => stream.events.length === 4);
	expect(stream.events.slice(2).sort()).toEqual([
		'game.own {"key":"user:ana","round":1}',
		'game.state {"round":1}',
	]);
	first.lead(2);
	const asked = new Promise((done) => first.cluster.bus.subscribe("marker", done));
	second.cluster.bus.publish("snapshot-wanted", "game");
	second.cluster.bus.publish("marker", 1);
	await asked;
	first.lead(3);
	next();
	await stream.until(() => stream.events.length === 5);
	expect(stream.events[4]).toBe('game.state {"round":2}');
});

it("the topic of a process that begins to lead keeps its streams", async () => {
	const { first, second, follower } = await openTwo();
	const stream = await follower.connect("topics=game&keys=user:ana");
	await stream.until(() => stream.events.length === 2);
	first.lead(undefined);
	second.lead(2);
	follower.hub.openTopic("game", {
		privateState: (key) => [{ event: "own", data: { new: key } }],
		isRelayed: true,
	});
	follower.hub.publish("game", "state", { round: 1 });
	follower.hub.sendPrivateStates("game");
	await stream.until(() => stream.events.length === 4);
	expect(stream.events.slice(2)).toEqual(['game.state {"round":1}', 'game.own {"new":"user:ana"}']);
});
