import { afterEach, beforeEach } from "vitest";
import { addUser, openTestDatabase, type TestDatabase } from "./database";

/**
 * Calls `open` before each test of the file or group, and closes the result after the test.
 * @returns an object with the properties of the result that is open: only tests and hooks may read them.
 */
export function openForEachTest<Opened extends { close(): unknown }>(open: () => Promise<Opened>): Opened {
	const current = {} as Opened;
	beforeEach(async () => {
		Object.assign(current, await open());
	});
	afterEach(async () => {
		await current.close();
	});
	return current;
}

interface DatabaseOptions {
	durable?: boolean;
	/** Names and points of the users that are added; `userId` returns their ids. */
	users?: Record<string, number>;
}

/** A new database for each test; its writes are not synced to the disk unless it is durable. */
export function databaseForEachTest({ durable = false, users = {} }: DatabaseOptions = {}): TestDatabase {
	return openForEachTest(async () => {
		const test = await openTestDatabase({ durable });
		for (const [name, points] of Object.entries(users)) await addUser(test.db, name, points);
		return test;
	});
}
