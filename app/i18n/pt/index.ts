import type { Messages } from "../messages";
import { account } from "./account";
import { crash } from "./crash";
import { crashFairness } from "./crash-fairness";
import { errors, notices } from "./errors";
import { fairness } from "./fairness";
import { home, lobby } from "./lobby";
import { orders } from "./orders";
import { plinko } from "./plinko";
import { points } from "./points";
import { shell } from "./shell";
import { store } from "./store";

export const pt: Messages = {
	account,
	crash,
	crashFairness,
	errors,
	fairness,
	home,
	lobby,
	notices,
	orders,
	plinko,
	points,
	shell,
	store,
};
