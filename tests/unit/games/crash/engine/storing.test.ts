import { expect, it } from "vitest";
import { createPendingWrites, createStoring } from "~/games/crash/engine/storing.server";
import { createTestClock } from "../../../../support/clock";
import { errorLog, WriteFailed } from "./setup";

it("a write is late after 500 ms, until it is stored or its last attempt has failed", async () => {
	const clock = createTestClock();
	const pendingWrites = createPendingWrites(clock.now);
	const { log } = errorLog();
	const [one, other] = [1, 2].map(() => createStoring({ clock, log, pendingWrites }));
	let fails = true;
	const write = async () => {
		if (fails) throw Object.assign(new WriteFailed("not written"), { code: "SQLITE_FULL" });
	};
	const stored = one?.untilStored({ what: "close" }, write);
	await clock.advance(500);
	expect(pendingWrites.areLate()).toBe(false);
	const later = other?.untilStored({ what: "cash-out" }, write).catch(() => "failed");
	await clock.advance(1);
	expect(pendingWrites.areLate()).toBe(true);
	fails = false;
	other?.end();
	await clock.advance(10_000);
	await stored;
	await later;
	expect(pendingWrites.areLate()).toBe(false);

	fails = true;
	const ended = other?.untilStored({ what: "cash-out" }, write).catch(() => "failed");
	expect(await ended).toBe("failed");
	await clock.advance(10_000);
	expect(pendingWrites.areLate()).toBe(false);
});

it("a write that fails without a fault of the storage is not late, so that it holds no other game", async () => {
	const clock = createTestClock();
	const pendingWrites = createPendingWrites(clock.now);
	const storing = createStoring({ clock, log: errorLog().log, pendingWrites });
	let fails = true;
	const stored = storing.untilStored({ what: "cash-out" }, async () => {
		if (fails) throw new WriteFailed("settled before");
	});
	await clock.advance(10_000);
	expect(pendingWrites.areLate()).toBe(false);
	fails = false;
	await clock.advance(10_000);
	await stored;
});
