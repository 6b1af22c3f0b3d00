import type { Messages } from "../messages";
import { analytics } from "./analytics";
import { base } from "./base";
import { care } from "./care";
import { channel } from "./channel";
import { crash } from "./crash";
import { crashFairness } from "./crash-fairness";
import { fairness } from "./fairness";
import { hunt } from "./hunt";
import { huntManage } from "./hunt-manage";
import { legal } from "./legal";
import { lobby } from "./lobby";
import { notices } from "./notices";
import { operations } from "./operations";
import { orders } from "./orders";
import { pictures } from "./pictures";
import { players } from "./players";
import { plinko } from "./plinko";
import { points } from "./points";
import { promotions } from "./promotions";
import { refusals } from "./refusals";
import { slots } from "./slots";
import { social } from "./social";
import { store } from "./store";

export const pt: Messages = {
	...base,
	errors: { ...base.errors, ...refusals },
	notices,
	analytics,
	care,
	channel,
	crash,
	crashFairness,
	fairness,
	hunt,
	huntManage,
	legal,
	lobby,
	operations,
	orders,
	pictures,
	players,
	plinko,
	points,
	promotions,
	slots,
	social,
	store,
};
