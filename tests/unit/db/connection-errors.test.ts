import { storageFaultOf } from "db/faults";
import { connectionErrorOf } from "db/postgres/errors";
import { DatabaseError } from "pg";
import { expect, it } from "vitest";

const faultOf = (code: string) =>
	storageFaultOf(connectionErrorOf(Object.assign(new DatabaseError("refused", 7, "error"), { code })));

it("a server that cannot open a connection counts as away, but a rejected user is no storage fault", () => {
	expect(["XX000", "57P03", "53100", "28P01"].map(faultOf)).toEqual(["away", "away", "full", undefined]);
	expect(storageFaultOf(connectionErrorOf(new Error("connect ECONNREFUSED")))).toBe("away");
});
