import { expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { createPeople } from "~/earning/inbox/people.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { keptLog } from "../../support/platforms";
import { rowOf, rowsOf } from "../../support/rows-of";
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
	const { link } = createPeople(
		testSite({
			...{ db: test.db, config, now: clock.now, log, wakeJobs: () => void woken.push(1) },
			...{ announceBalance() {}, announceNotices() {} },
		}),
	);
	return {
		...{ log: log.entries, woken, clock },
		link: (user: string, personId: string) => link(user, { sub: personId }),
	};
}

const links = async () =>
	(await rowsOf(test.db, "platform_people")).map(({ person_id, user_id }) => [person_id, user_id]).sort();

it("the first user of an account keeps it until erasure", async () => {
	const people = open();
	await people.link(ana, "1");
	await people.link(bruno, "1");
	await people.link(bruno, "2");
	expect(await links()).toEqual([
		["1", ana],
		["2", bruno],
	]);
	expect(people.log.map(({ event, userId }) => [event, userId])).toEqual([
		["platform-person-linked", ana],
		["platform-person-linked", bruno],
	]);
	await eraseUser({ db: test.db, async remember() {} }, ana);
	await people.link(bruno, "1");
	expect((await links())[0]).toEqual(["1", bruno]);
});

it("a link is stored once, however often a session is refreshed, and its time stays", async () => {
	const people = open();
	for (let refresh = 0; refresh < 3; refresh++) {
		await people.link(ana, "1");
		people.clock.pass(60_000);
	}
	expect(await rowsOf(test.db, "platform_people")).toMatchObject([{ linked_at: "2026-03-04T12:00:00.000Z" }]);
	expect(people.woken).toHaveLength(1);
});

it("a failure is logged, fails no sign-in, releases no points and is tried again by the next refresh", async () => {
	const people = open();
	const row = { platform: "twitch", person_id: "1", stream_id: "9", day: "2026-03-04", points: 5 };
	await test.db.insertInto("waiting_watch").values(row).execute();
	const released = async () => (await rowOf(test.db, "waiting_watch", {})).user_id;
	for (const table of ["platform_people", "platform_events"]) {
		await test.db.schema.alterTable(table).renameTo("hidden").execute();
		await people.link(ana, "1");
		await test.db.schema.alterTable("hidden").renameTo(table).execute();
		expect(people.log.at(-1)).toMatchObject({
			event: "platform-link-failed",
			userId: ana,
			platform: "twitch",
		});
		expect([await links(), await released(), people.woken]).toEqual([[], null, []]);
	}
	await people.link(ana, "1");
	expect([await links(), await released(), people.woken]).toEqual([[["1", ana]], ana, [1]]);
});
