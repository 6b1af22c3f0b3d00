import { base } from "./base";
import { crash } from "./crash";
import { crashFairness } from "./crash-fairness";
import { fairness } from "./fairness";
import { orders } from "./orders";
import { plinko } from "./plinko";
import { points } from "./points";
import { store } from "./store";

export const en = {
	...base,
	crash,
	crashFairness,
	fairness,
	orders,
	plinko,
	points,
	store,
} as const;
