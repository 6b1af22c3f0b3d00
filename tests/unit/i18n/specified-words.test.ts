import { describe, expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";

const { t } = i18nIn("en");
const pt = i18nIn("pt").t;
const translate = (key: string, values: Record<string, unknown> = {}) => t(key as "lobby.title", values);

/** Texts that the specification quotes, by area. */
const QUOTED: Record<string, [key: string, text: string, values?: Record<string, unknown>][]> = {
	"the store": [
		["store.stock", "Stock: 5", { stock: 5 }],
		["store.redeem", "Redeem"],
		["store.cancel", "Cancel"],
		["store.confirm", "Confirm"],
		["store.add", "Add Item"],
		["store.record.save", "Save"],
		["store.record.fields.image", "Image URL"],
		["store.record.removal.question", "Are you sure you want to disable this item?"],
	],
	"a refused redeem": [
		["errors.redeemInvalid", "Invalid user or item"],
		["errors.insufficientPoints", "Insufficient points"],
		["errors.outOfStock", "Item out of stock"],
		["errors.itemUnavailable", "Item is not available"],
		["errors.redeemFailed", "Failed to redeem item"],
	],
	"the orders": [
		["orders.orderId", "Order ID"],
		["orders.user", "User"],
		["orders.item", "Item"],
		["orders.quantity", "Quantity"],
		["orders.points", "Points"],
		["orders.status", "Status"],
		["orders.createdAt", "Created"],
		["orders.actions", "Actions"],
		["orders.allOrders", "All Orders"],
		["orders.statuses.approved", "Approved"],
		["orders.statuses.cancelled", "Cancelled"],
		["errors.orderUpdateFailed", "Failed to update order status"],
	],
	"adjusted points": [["points.reasons.adminAdjustment", "Admin points adjustment"]],
	"loading indicators": [
		["shell.loadingSlots", "Loading slots..."],
		["shell.loadingStore", "Loading store..."],
		["shell.loadingSocial", "Loading social links..."],
		["shell.loadingOrders", "Loading orders..."],
		["shell.loadingUsers", "Loading users..."],
		["shell.loadingPromotions", "Loading promotions..."],
	],
	slots: [
		["slots.title", "Slots Pragmatic Play (Demos)"],
		["slots.add", "Add Slot"],
		["slots.record.fields.name", "Name"],
		["slots.record.fields.description", "Description"],
		["slots.record.fields.demoUrl", "Demo URL"],
		["slots.record.removal.remove", "Delete"],
		["slots.record.save", "Save Changes"],
		["slots.record.saving", "Saving..."],
	],
	posts: [
		["social.record.examples.embedCode", "Paste Instagram embed code here..."],
		["social.record.save", "Save"],
		["records.cancel", "Cancel"],
		["social.record.failed", "Failed to save changes. Please try again."],
	],
	promotions: [
		["promotions.legal", "+18 | T&C APPLY"],
		["promotions.record.removal.question", "Are you sure you want to delete this promotion?"],
	],
	"the bonus hunt": [
		["hunt.slot.bet", "Bet"],
		["hunt.slot.win", "Win"],
		["hunt.slot.multi", "Multi"],
		["hunt.statisticsFailed", "Failed to load statistics"],
		["hunt.noSlots", "No slots available"],
	],
	"the lobby": [
		["lobby.title", "Mini Games"],
		["lobby.control", "Crash Multiplayer Control"],
		["lobby.start", "Start"],
		["lobby.stop", "Stop"],
		["lobby.startFailed", "Failed to start game"],
		["lobby.stopFailed", "Failed to stop game"],
		["lobby.topWins", "Top Wins Today"],
		["lobby.noWins", "No wins recorded today yet. Be the first!"],
		["shell.anonymous", "Anonymous"],
		["lobby.justNow", "Just now"],
		["lobby.singleplayer", "SINGLEPLAYER"],
		["lobby.live", "LIVE"],
		["lobby.inactive", "Inactive"],
		["lobby.comingSoon", "Coming Soon"],
	],
	Plinko: [
		["lobby.game.plinko.name", "Navalhas Plinko"],
		["plinko.riskHigh", "High"],
		["plinko.noResults", "No results yet. Drop some balls!"],
		["instant.totalBets", "Total bets"],
		["instant.totalWinnings", "Total winnings"],
		["plinko.ballsDropped", "Balls dropped"],
		["instant.demoPrompt", "Login to play with real points!"],
		["plinko.dropping", "Dropping 1 ball", { count: 1 }],
		["plinko.dropping", "Dropping 25 balls", { count: 25 }],
	],
	Crash: [
		["crash.players", "Active Players"],
		["crash.you", "You"],
		["crash.player", "Player 1a2b3c4d", { id: "1a2b3c4d" }],
		["crash.lost", "Lost"],
		["crash.noPlayers", "No players yet"],
		["crash.placed", "Bet placed!"],
		["crash.placingFailed", "Error placing bet"],
		["crash.cashingOutFailed", "Error cashing out"],
	],
};

describe.each(Object.entries(QUOTED))("%s", (_where, texts) => {
	it("has the texts that the specification quotes", () => {
		const actual = texts.map(([key, , values]) => [key, translate(key, values)]);
		expect(actual).toEqual(texts.map(([key, text]) => [key, text]));
	});
});

it("the age gate and the merge question have the specification's Portuguese texts", () => {
	expect([pt("account.ageTitle"), pt("account.ageAccept"), pt("account.ageLeave")]).toEqual([
		"Aviso Legal",
		"Tenho +18 — Entrar",
		"Tenho menos de 18 — Sair",
	]);
	expect(pt("points.mergeQuestion")).toBe("Deseja somar e atualizar os pontos no website?");
});
