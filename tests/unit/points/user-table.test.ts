import { expect, it } from "vitest";
import { readUserTable } from "~/points/users/user-table.server";
import { SORTS, USERS_PER_PAGE } from "~/points/users/users";
import { addUser, addUserRow } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow } from "../../support/rows-of";

const test = databaseForEachTest();

interface Known {
	id: string;
	username: string;
	email: string | null;
	points: number;
}

/** Users with many equal names, addresses and points. */
async function fill(count: number): Promise<Known[]> {
	const known: Known[] = [];
	await test.db.transaction().execute(async (trx) => {
		for (let n = 0; n < count; n += 1) {
			const username = ["ana", "anabela", "bruno", "carla", "ção"][n % 5] + String(n % 7);
			const email = n % 3 ? `${["Ana", "zoe", "Bruno"][n % 4] ?? "x"}.${n}@Example.com` : null;
			const row = { id: `u${(n * 7919) % 10_007}`, username, email, points: (n * n) % 11 };
			known.push(row);
			await addUserRow(trx, username, { id: row.id, email });
			await addRow(trx, "user_points", { user_id: row.id, points: row.points });
		}
	});
	return known;
}

const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The expected table, computed by sorting all users. */
function expected(known: Known[], search: string, sort: string): string[] {
	const text = search.toLowerCase();
	const order = sort.endsWith("-desc") ? -1 : 1;
	return known
		.filter(({ username, email }) => username.includes(text) || email?.toLowerCase().includes(text))
		.sort(
			(one, other) =>
				order *
				((sort.startsWith("name") ? bytes(one.username, other.username) : one.points - other.points) ||
					bytes(one.id, other.id)),
		)
		.map(({ id }) => id);
}

/** The ids on all pages, from the first one to the last, or back from a position. */
async function walk(search: string, sort: string, from = "", direction: "next" | "previous" = "next") {
	const pages: string[][] = [];
	let last = from;
	for (let position: string | undefined = from; position !== undefined; ) {
		last = position;
		const params = new URLSearchParams(position);
		if (search) params.set("q", search);
		params.set("sort", sort);
		const { page } = await readUserTable(test.db, params);
		pages.push(page.rows.map(({ id }) => id));
		position = page[direction];
	}
	return { pages, last };
}

it.each(SORTS)("every user that a search finds is on exactly one page, sorted by %s", async (sort) => {
	const known = await fill(180);
	const searches = ["", "ana", "ANA", "b", "ç", "zoe.", "ana.1", "LE.COM", "1@", "nobody", "%", "_", "\\"];
	for (const search of searches) {
		const { pages } = await walk(search, sort);
		expect(pages.flat(), search).toEqual(expected(known, search, sort));
		for (const page of pages.slice(0, -1)) expect(page).toHaveLength(USERS_PER_PAGE);
	}
	const { pages, last } = await walk("", sort);
	const back = await walk("", sort, last, "previous");
	expect(back.pages.reverse(), "backwards").toEqual(pages);
});

it("many hits are sorted correctly through the index", async () => {
	const known = await fill(2600);
	for (const sort of SORTS) {
		const { pages } = await walk("ana", sort);
		expect(pages.flat(), sort).toEqual(expected(known, "ana", sort));
		expect(pages.flat().length).toBeGreaterThan(1000);
	}
});

it("the table is sorted by points in descending order by default and for unknown orders", async () => {
	await addUser(test.db, "few", 1);
	await addUser(test.db, "many", 9);
	for (const sort of ["", "points;drop", "toString"]) {
		const table = await readUserTable(test.db, new URLSearchParams({ sort }));
		expect(table.sort).toBe("points-desc");
		expect(table.page.rows.map(({ username }) => username)).toEqual(["many", "few"]);
	}
});

it("the table includes the edited user, first if not on the page", async () => {
	const known = await fill(80);
	const namesOf = async (search: string, edit: string) => {
		const { page } = await readUserTable(test.db, new URLSearchParams({ q: search, sort: "name", edit }));
		return page.rows.map(({ id }) => id);
	};
	const all = expected(known, "", "name");
	const [first = "", last = ""] = [all[0], all.at(-1)];
	expect(await namesOf("", last)).toEqual([last, ...all.slice(0, USERS_PER_PAGE)]);
	expect(await namesOf("", first)).toEqual(all.slice(0, USERS_PER_PAGE));
	expect(await namesOf("nobody", first)).toEqual([first]);
	expect(await namesOf("nobody", "no-such-user")).toEqual([]);
});

it("a search longer than 100 characters is cut", async () => {
	await addUser(test.db, "ana", 1);
	const { search, page } = await readUserTable(test.db, new URLSearchParams({ q: "a".repeat(100_000) }));
	expect([search.length, page.rows]).toEqual([100, []]);
});
