import { expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { createPeople } from "~/earning/inbox/people.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { keptLog } from "../../support/platforms";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const [ana, bruno] = [userId("ana"), userId("bruno")];

function open() {
	const log = keptLog();
	const woken: number[] = [];
	const clock = fakeClock();
	const config = {
		...{ OIDC_ISSUER: "https://id.twitch.tv/oauth2", OIDC_PLATFORM: "twitch" as const },
		OIDC_PLATFORM_ID_CLAIM: undefined,
	};
	const people = createPeople(
		testSite({
			...{ db: test.db, config, now: clock.now, log, wakeJobs: () => void woken.push(1) },
			...{ announceBalance() {}, announceNotices() {} },
		}),
	);
	return { ...people, log: log.entries, woken, clock };
}

const links = () => test.db.selectFrom("platform_people").selectAll().orderBy("person_id").execute();

it("the first user of an account keeps it", async () => {
	const people = open();
	await people.link(ana, { sub: "1" });
	await people.link(bruno, { sub: "1" });
	await people.link(bruno, { sub: "2" });
	expect((await links()).map(({ person_id, user_id }) => [person_id, user_id])).toEqual([
		["1", ana],
		["2", bruno],
	]);
	expect(people.log.map(({ event, userId }) => [event, userId])).toEqual([
		["platform-person-linked", ana],
		["platform-person-linked", bruno],
	]);
	expect(people.woken).toHaveLength(2);
});

it("a link is stored once, however often a session is refreshed, and its time stays", async () => {
	const people = open();
	for (let refresh = 0; refresh < 3; refresh++) {
		await people.link(ana, { sub: "1" });
		people.clock.pass(60_000);
	}
	await open().link(ana, { sub: "1" });
	expect(await links()).toMatchObject([{ linked_at: "2026-03-04T12:00:00.000Z" }]);
	expect(people.woken).toHaveLength(1);
});

it("an account whose first user was erased belongs to the next one who signs in with it", async () => {
	const people = open();
	await people.link(ana, { sub: "1" });
	await people.link(bruno, { sub: "1" });
	await eraseUser({ db: test.db, async remember() {} }, ana);
	await people.link(bruno, { sub: "1" });
	expect((await links()).map(({ user_id }) => user_id)).toEqual([bruno]);
});

it("a failure is logged, fails no sign-in, and is tried again by the next refresh", async () => {
	const people = open();
	await test.db.schema.alterTable("platform_people").renameTo("hidden").execute();
	await people.link(ana, { sub: "1" });
	expect(people.log).toMatchObject([{ event: "platform-link-failed", userId: ana, platform: "twitch" }]);
	expect(people.woken).toEqual([]);
	await test.db.schema.alterTable("hidden").renameTo("platform_people").execute();
	await people.link(ana, { sub: "1" });
	expect(await links()).toHaveLength(1);
	expect(people.woken).toHaveLength(1);
});

it("points that wait are not released if the link is not stored", async () => {
	const row = { platform: "twitch", person_id: "1", stream_id: "9", day: "2026-03-04", points: 5 };
	await test.db.insertInto("waiting_watch").values(row).execute();
	const people = open();
	await test.db.schema.alterTable("platform_events").renameTo("hidden").execute();
	await people.link(ana, { sub: "1" });
	expect(await links()).toEqual([]);
	const waiting = await test.db.selectFrom("waiting_watch").select("user_id").execute();
	expect(waiting).toEqual([{ user_id: null }]);
});
