import { huntInvariants } from "~/bonus-hunt/persistence/hunt.audit.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { plinkoInvariants } from "~/games/plinko/persistence/plinko.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { mergeInvariants } from "~/points/merges/merges.audit.server";
import { storeInvariants } from "~/store/store.audit.server";

/** The invariants of all features. */
export const invariants = [
	...ledgerInvariants,
	...mergeInvariants,
	...plinkoInvariants,
	...crashInvariants,
	...storeInvariants,
	...huntInvariants,
];
