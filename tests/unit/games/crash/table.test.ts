import { expect, it } from "vitest";
import { answerTo, openTable } from "./table.setup";

it("leaves a payment that could not be stored to the next start when the process ends", async () => {
	let broken = false;
	const { clock, table, memory, place, status } = openTable({ crashPoint: () => 300, fails: () => broken });
	await table.start();
	const round = table.current()?.round.id ?? "";
	const { id } = await place("ana", 150);
	await clock.advance(10_000 + 1900);
	broken = true;
	const cash = answerTo(table.cashOut("ana", id, clock.now()));
	await clock.advance(20_000);
	const ended = table.end();
	await clock.advance(2000);
	broken = false;
	await clock.advance(20_000);
	await ended;
	console.log(status(id), await cash, memory.roundOf(round));
});

it("cancel fails while another bet is placed", async () => {
	let broken = false;
	const { clock, table, memory, place, status } = openTable({
		crashPoint: () => 300,
		fails: () => {
			const b = broken;
			broken = false;
			return b;
		},
	});
	await table.start();
	const { id } = await place("ana", 150);
	broken = true;
	const cancel = answerTo(table.cancel("ana", id, clock.now()));
	const again = place("ana", 200).catch((e) => e);
	await clock.advance(10);
	console.log(
		await cancel,
		await again,
		table.current()?.round.bets,
		memory.betsOf(table.current()?.round.id ?? ""),
	);
});
