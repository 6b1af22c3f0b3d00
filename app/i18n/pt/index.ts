import type { Messages } from "../messages";
import { base } from "./base";
import { crash } from "./crash";
import { crashFairness } from "./crash-fairness";
import { fairness } from "./fairness";
import { orders } from "./orders";
import { plinko } from "./plinko";
import { points } from "./points";
import { store } from "./store";

export const pt: Messages = {
	...base,
	crash,
	crashFairness,
	fairness,
	orders,
	plinko,
	points,
	store,
};
