import { engineAt } from "db/open";
import { describe, expect, it, vi } from "vitest";
import { claimCode, createCode, createCodeCheck, endCode, type NewCode } from "~/earning/codes/codes.server";
import {
	createOverlayToken,
	isOverlay,
	readOverlayToken,
	renewOverlay,
} from "~/earning/codes/overlay.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import type { DomainError } from "~/forms/domain-error";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { announcedIn } from "../../support/announced";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const MINUTE = 60_000;
const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000 } });

function open() {
	const clock = fakeClock();
	const told: string[] = [];
	const announceBalance = (id: string) => void told.push(id);
	const tools = testSite({ db: test.db, now: clock.now, announceBalance, overlayRenewed() {} });
	const create = (form: Partial<NewCode> = {}) =>
		createCode(tools, userId("boss"), {
			...{ idempotencyKey: crypto.randomUUID(), code: "Praça 26", points: 50, maxClaims: null },
			...{ audience: "everybody", startsAt: undefined, minutes: 10 },
			...form,
		});
	const claim = (name: string, typed = "PRACA26") => claimCode(tools, viewerOf(userId(name)), typed);
	return { clock, tools, told, create, claim };
}
const viewerOf = (id: string) => ({ id, isAdmin: false, rights: [] });
const points = async (name: string) =>
	(await rowOf(test.db, "user_points", { user_id: userId(name) })).points;
const registeredAt = (name: string, created_at: string) =>
	changeRows(test.db, "users", { id: userId(name) }, { created_at });
const expectSound = () => expectInvariants(test.db, ...earningInvariants, ...ledgerInvariants);

it("a new address of the overlay replaces the old one and is in the change log, without its secret", async () => {
	const { tools } = open();
	await createOverlayToken(tools);
	const before = await readOverlayToken(tools);
	await createOverlayToken(tools);
	expect(await readOverlayToken(tools), "after a restart").toBe(before);
	const overlayRenewed = vi.fn();
	await renewOverlay({ ...tools, overlayRenewed }, userId("boss"));
	expect(overlayRenewed).toHaveBeenCalledOnce();
	const after = await readOverlayToken(tools);
	expect([await isOverlay(tools, before), await isOverlay(tools, after)]).toEqual([false, true]);
	const log = await rowsOf(test.db, "admin_changes");
	expect(log.map(({ action, actor }) => [action, actor])).toEqual([["code.renew", userId("boss")]]);
	expect(JSON.stringify(log)).not.toContain(after);
});

describe("a code", () => {
	it("is announced when it starts, unless it was ended before", async () => {
		const { create, tools, clock } = open();
		const startsAt = new Date(clock.now().getTime() + 5 * MINUTE);
		const codeId = await create({ startsAt });
		const plan = { type: "code.published", at: startsAt.toISOString(), data: { codeId } };
		expect(await announcedIn(test.db)).toMatchObject([plan]);
		await endCode(tools, userId("boss"), codeId);
		expect(await announcedIn(test.db)).toEqual([]);
	});

	it("is credited once per viewer, however it is typed", async () => {
		const { create, claim, told } = open();
		await create();
		expect(await claim("ana", " praça-26")).toEqual({ points: 50, isNew: true });
		expect(await claim("ana", "PRACA 26")).toEqual({ points: 50, isNew: false });
		expect(await claim("bruno")).toEqual({ points: 50, isNew: true });
		expect([await points("ana"), await points("bruno")]).toEqual([1050, 1050]);
		expect(told).toEqual([userId("ana"), userId("bruno")]);
		await expectSound();
	});

	it("has at most its claims; a refused one leaves nothing", async () => {
		const { create, claim } = open();
		await create({ maxClaims: 1 });
		await claim("ana");
		await expectRefusal(claim("bruno"), "codeUsedUp");
		expect(await points("bruno")).toBe(1000);
		await expectSound();
	});

	it("can be claimed in its window only; a planned one is treated as unknown, and one that is over can be used again", async () => {
		const { create, claim, clock } = open();
		await create({ startsAt: new Date(clock.now().getTime() + 5 * MINUTE) });
		await expectRefusal(create({ code: "PRACA-26" }), "codeExists");
		for (const typed of ["PRACA26", "PRACA27"]) await expectRefusal(claim("ana", typed), "codeUnknown");
		clock.pass(5 * MINUTE);
		expect(await claim("ana")).toMatchObject({ isNew: true });
		clock.pass(10 * MINUTE);
		await expectRefusal(claim("bruno"), "codeOver");
		await create({ startsAt: new Date(clock.now().getTime() + MINUTE) });
		await expectRefusal(claim("bruno"), "codeOver");
		clock.pass(MINUTE);
		for (const name of ["ana", "bruno"]) expect(await claim(name)).toMatchObject({ isNew: true });
		expect(await points("ana")).toBe(1100);
		await expectSound();
	});

	it("that was ended before its start stays unknown, also after its planned start", async () => {
		const { create, claim, clock, tools } = open();
		const hasCodes = createCodeCheck(tools);
		const id = await create({ startsAt: new Date(clock.now().getTime() + 5 * MINUTE) });
		await endCode(tools, userId("boss"), id);
		for (const minutes of [0, 5, 10]) {
			clock.pass(minutes * MINUTE);
			await expectRefusal(claim("ana"), "codeUnknown");
			expect(await hasCodes()).toBe(false);
		}
	});

	it("that is planned changes neither the answer nor the SQL statements of a refused claim", async () => {
		const { create, clock, tools } = open();
		const tomorrow = { startsAt: new Date(clock.now().getTime() + 24 * 60 * MINUTE) };
		const names = ["ended", "ended and planned", "planned", "none"] as const;
		const codes = Object.fromEntries(names.map((name, index) => [name, `CODE ${"ABCD"[index]}XYZ`]));
		for (const name of ["ended", "ended and planned"])
			await endCode(tools, userId("boss"), await create({ code: codes[name] }));
		clock.pass(MINUTE);
		for (const name of ["ended and planned", "planned"]) await create({ code: codes[name], ...tomorrow });
		const statements: string[] = [];
		const db = engineAt(test.url, ".").open({ ran: (text) => void statements.push(text) });
		const refusedWith = async (typed = "") => {
			statements.length = 0;
			const error = await claimCode({ ...tools, db }, viewerOf(userId("ana")), typed).catch(
				(one: unknown) => one,
			);
			return { code: (error as DomainError).code, statements: [...statements] };
		};
		// A new connection runs statements that others do not.
		await refusedWith(codes.none);
		const { statements: usual } = await refusedWith(codes.none);
		expect(usual).toContainEqual(expect.stringContaining("claim_codes"));
		const answers = [];
		for (const name of names) answers.push(await refusedWith(codes[name]));
		await db.destroy();
		expect(answers).toEqual(
			["codeOver", "codeOver", "codeUnknown", "codeUnknown"].map((code) => ({ code, statements: usual })),
		);
	});

	it("for regulars refuses new accounts", async () => {
		const { create, claim } = open();
		await create({ audience: "regulars" });
		await registeredAt("ana", "2026-02-25T12:00:00.000Z");
		expect(await claim("ana")).toMatchObject({ isNew: true });
		await registeredAt("bruno", "2026-02-25T12:00:00.001Z");
		await expectRefusal(claim("bruno"), "codeForRegulars");
	});

	it("is ended by an admin at once; the change log does not contain it", async () => {
		const { create, claim, tools } = open();
		const id = await create();
		await endCode(tools, userId("boss"), id);
		await endCode(tools, userId("boss"), id);
		await expectRefusal(claim("ana"), "codeOver");
		await expectRefusal(endCode(tools, userId("boss"), "other"), "codeUnknown");
		const log = await rowsOf(test.db, "admin_changes");
		expect(log.map(({ action }) => action)).toEqual(["code.add", "code.end"]);
		expect(JSON.stringify(log)).not.toMatch(/pra[cç]a/i);
	});

	it("is created once for each form, and is random if none is typed", async () => {
		const { create } = open();
		const idempotencyKey = crypto.randomUUID();
		const form = { idempotencyKey, code: "" };
		expect(await create(form)).toBe(await create(form));
		const { code } = await rowOf(test.db, "claim_codes", {});
		expect(code).toMatch(/^[A-Z0-9]{8}$/);
		await expectRefusal(create({ code: "🎉🎉🎉🎉" }), "codeInvalid");
		await expectRefusal(create({ startsAt: new Date(0) }), "codeOver");
	});
});
