import { expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { addAdmin, listAdmins, removeAdmin } from "~/settings/admins.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";

const clock = fakeClock();
const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000 } });
const boss = userId("boss");

function tools(subjects: string[] = []) {
	const changed: string[] = [];
	return {
		...{ db: test.db, now: clock.now, log: { info() {} }, config: { ADMIN_SUBJECTS: subjects } },
		adminsChanged: (id: string) => void changed.push(id),
		changed,
	};
}
const subjectOf = async (name: string) => (await rowOf(test.db, "users", { id: userId(name) })).twitch_id;
const add = (site: ReturnType<typeof tools>, who: string, isSubject = false) =>
	addAdmin(site, boss, { who, isSubject });
const logged = () => rowsOf(test.db, "admin_changes");

it("lists each admin once, with the reason", async () => {
	const site = tools([await subjectOf("boss"), "nobody-yet"]);
	await add(site, "Ana");
	await add(site, "later", true);
	const both = { id: [userId("ana"), userId("bruno")] };
	await changeRows(test.db, "users", both, { roles: '["viewer","ADMIN"]' });
	expect((await listAdmins(site)).map(({ name, source }) => [name, source]).sort()).toEqual(
		[
			["ana", "site"],
			[undefined, "site"],
			["boss", "environment"],
			[undefined, "environment"],
			["bruno", "role"],
		].sort(),
	);
});

it("adds and removes by name or subject, writes the change log with ids, and tells it at once", async () => {
	const site = tools(["other"]);
	await add(site, " ANA\u200b ");
	await add(site, "ana");
	await add(site, await subjectOf("bruno"), true);
	await removeAdmin(site, boss, await subjectOf("bruno"));
	await removeAdmin(site, boss, await subjectOf("bruno"));
	expect((await listAdmins(site)).map(({ name }) => name)).toEqual(["ana", undefined]);
	expect(site.changed).toEqual([userId("ana"), userId("bruno"), userId("bruno")]);
	expect(
		(await logged()).map(({ action, subject, subject_name }) => [action, subject, subject_name]),
	).toEqual([
		["admin.add", userId("ana"), ""],
		["admin.add", userId("bruno"), ""],
		["admin.remove", userId("bruno"), ""],
	]);
});

it("refuses an unknown or ambiguous name and an empty subject", async () => {
	const site = tools();
	await expectRefusal(add(site, "nobody"), "adminUnknown");
	await expectRefusal(add(site, " ", true), "adminInvalid");
	await changeRows(test.db, "users", { id: userId("bruno") }, { twitch_username: "ana" });
	await expectRefusal(add(site, "ana"), "adminAmbiguous");
	expect(await logged()).toEqual([]);
});

it("never removes the last admin, also of two who remove each other at once", async () => {
	const site = tools();
	await add(site, "ana");
	await expectRefusal(removeAdmin(site, boss, await subjectOf("ana")), "lastAdmin");
	await add(site, "bruno");
	const [one, other] = [await subjectOf("ana"), await subjectOf("bruno")];
	const results = await Promise.allSettled([removeAdmin(site, boss, one), removeAdmin(site, boss, other)]);
	expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(await listAdmins(site)).toHaveLength(1);
});

it("does not count a subject that has never signed in as another admin", async () => {
	const site = tools(["misspelt"]);
	await add(site, "ana");
	await add(site, "bruno's name", true);
	await expectRefusal(removeAdmin(site, boss, await subjectOf("ana")), "lastAdmin");
});

it("an erased user is no admin, and the change log never holds a subject", async () => {
	const site = tools();
	const subject = await subjectOf("ana");
	await add(site, subject, true);
	await add(site, "bruno");
	await add(site, "twitch|123456", true);
	expect((await logged()).at(-1)).toMatchObject({ subject: "", subject_name: "…3456" });
	await eraseUser({ db: test.db, async remember() {} }, userId("ana"));
	expect((await listAdmins(site)).map(({ name }) => name)).toEqual(["bruno", undefined]);
	expect(JSON.stringify(await logged())).not.toContain(subject);
	expect(JSON.stringify(await logged())).not.toContain("123456");
});
