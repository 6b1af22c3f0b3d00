import { afterEach, expect, it, vi } from "vitest";
import { createLog } from "~/observability/log.server";
import { databaseAnswers } from "~/operations/health.server";
import { openTestDatabase } from "../../support/database";

const log = createLog({ LOG_LEVEL: "silent" });
const errors = vi.spyOn(log, "error");
afterEach(() => errors.mockClear());

it("the database check returns false for a database that does not answer and logs the reason", async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	expect(await databaseAnswers(db, log)).toBe(true);
	expect(errors).not.toHaveBeenCalled();
	await close();
	expect(await databaseAnswers(db, log)).toBe(false);
	expect(errors).toHaveBeenCalledExactlyOnceWith({ event: "database-unavailable", err: expect.any(Error) });
});
