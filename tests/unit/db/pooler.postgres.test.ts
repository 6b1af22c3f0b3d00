import { OperatorError } from "db/engine";
import { engineAt } from "db/open";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";
import { openTransactionPooler } from "../../support/postgres/transaction-pooler";

const test = databaseForEachTest();
let pooler: Awaited<ReturnType<typeof openTransactionPooler>>;
beforeEach(async () => {
	pooler = await openTransactionPooler(test.url);
});
afterEach(() => pooler.close());

it("a pool that gives each transaction another session is refused in words", async () => {
	const refused = engineAt(pooler.url, "").checkUsable();
	await expect(refused).rejects.toThrow(OperatorError);
	await expect(refused).rejects.toThrow("Set PgBouncer's pool_mode to session.");
});

it("the server itself can be used", async () => {
	await expect(engineAt(test.url, "").checkUsable()).resolves.toBeUndefined();
});
