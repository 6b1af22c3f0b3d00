import { account } from "./account";
import { crash } from "./crash";
import { crashFairness } from "./crash-fairness";
import { errors, notices } from "./errors";
import { fairness } from "./fairness";
import { home, lobby } from "./lobby";
import { plinko } from "./plinko";
import { shell } from "./shell";

export const en = {
	account,
	crash,
	crashFairness,
	errors,
	fairness,
	home,
	lobby,
	notices,
	plinko,
	shell,
} as const;
