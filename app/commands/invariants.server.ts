import { huntInvariants } from "~/bonus-hunt/persistence/hunt.audit.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import { predictionInvariants } from "~/events/predictions/predictions.audit.server";
import { raffleInvariants } from "~/events/raffles/raffles.audit.server";
import { bracketInvariants } from "~/events/tournaments/bracket/bracket.audit.server";
import { tournamentInvariants } from "~/events/tournaments/tournaments.audit.server";
import { gameInvariants } from "~/games/games.server";
import { jobInvariants } from "~/jobs/jobs.audit.server";
import { importInvariants } from "~/points/import/import.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { mergeInvariants } from "~/points/merges/merges.audit.server";
import { storeInvariants } from "~/store/store.audit.server";
import { apiInvariants } from "~/team/api/api.audit.server";
import { requestInvariants } from "~/team/requests/requests.audit.server";

/** The invariants of all features. */
export const invariants = [
	...ledgerInvariants,
	...mergeInvariants,
	...importInvariants,
	...gameInvariants,
	...storeInvariants,
	...huntInvariants,
	...earningInvariants,
	...tournamentInvariants,
	...raffleInvariants,
	...predictionInvariants,
	...bracketInvariants,
	...requestInvariants,
	...jobInvariants,
	...apiInvariants,
];
