import { sql } from "kysely";
import { expect, it } from "vitest";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { openShop } from "./redeem.setup";

const shop = openForEachTest(openShop);

it("a redeem whose last piece is taken after its check is refused as out of stock, and charges nothing", async () => {
	const id = await shop.add({ stock: 1 });
	const before = await shop.stored();
	// As when another act has taken the piece: the update changes no row.
	await sql`create trigger taken before update of stock on store_items begin select raise(ignore); end`.execute(
		shop.db,
	);
	await expectRefusal(shop.redeem(shop.ana, id), "outOfStock");
	expect(await shop.stored()).toEqual(before);
});
