import { createHmac } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { readOutsideJson } from "~/http/outside-json.server";
import { abortWithin } from "~/lib/abort-within.server";
import type { Site } from "~/lib/site";
import {
	type Beacon,
	type BeaconRound,
	beaconOf,
	messageOf,
	QUICKNET,
	QUICKNET_CHAIN,
	randomnessOf,
	SIGNATURE_TAG,
	timeOf,
} from "./beacon";
import { inThread } from "./beacon-thread.server";

declare module "~/lib/site" {
	interface Site {
		beacon: Pick<ReturnType<typeof openBeacon>, "current" | "read" | "drawOrder">;
	}
}

interface Tools extends Pick<Site, "config" | "log" | "now"> {
	/** From which the local beacon's key is derived. */
	siteKey: string;
	fetcher: OutgoingFetch;
}

/** Independent relays of drand, in the order in which they are asked. */
const RELAYS = [
	"https://api.drand.sh",
	"https://drand.cloudflare.com",
	"https://api2.drand.sh",
	"https://api3.drand.sh",
	"https://api.drand.secureweb3.com:6875",
];
const WITHIN_MS = 5000;
const MAX_BYTES = 4096;
/** Who waits for a round asks again within this time. */
const UNREAD_MS = 2 * 60_000;

const relayAnswer = z.object({ signature: z.string().regex(/^[0-9a-f]{96}$/) });

/** A round with what is drawn from it. */
export interface BeaconReading extends BeaconRound {
	/** 64 hex digits. */
	randomness: string;
}

/**
 * Opens the beacon that `BEACON` names: drand's quicknet, which is read from relays and verified, or a beacon with the
 * site's own key, for sites without the internet.
 */
export function openBeacon({ config, log, now, siteKey, fetcher }: Tools) {
	const ending = new AbortController();
	/** 48 bytes, as the key of the curve is derived from. */
	const seed = createHmac("sha384", siteKey).update("local beacon").digest("hex");
	/** When a round that was due could not be read; undefined after one that was. */
	let unreadAt: number | undefined;

	const sign = (round: number) =>
		inThread("sign", { seed, message: bytesToHex(messageOf(round)), tag: SIGNATURE_TAG });

	const readRelay = (relay: string, round: number) =>
		abortWithin(WITHIN_MS, ending.signal, async (signal) => {
			const response = await fetcher(`${relay}/${QUICKNET_CHAIN}/public/${round}`, {
				...{ headers: { Accept: "application/json" }, redirect: "manual", signal },
			});
			if (response.status !== 200) {
				await response.body?.cancel();
				throw new Error(`status ${response.status}`);
			}
			return relayAnswer.parse(await readOutsideJson(response, MAX_BYTES)).signature;
		});

	/** Asks one relay after the other for a signature that is true. */
	async function readRelays(round: number): Promise<string | undefined> {
		const { publicKey } = QUICKNET;
		const message = bytesToHex(messageOf(round));
		const faults: string[] = [];
		for (const relay of RELAYS) {
			if (ending.signal.aborted) return undefined;
			try {
				const signature = await readRelay(relay, round);
				if (await inThread("verify", { publicKey, message, signature, tag: SIGNATURE_TAG })) return signature;
				faults.push(`${relay}: wrong signature`);
			} catch (error) {
				faults.push(`${relay}: ${error instanceof Error ? error.message : String(error)}`);
			}
		}
		if (unreadAt === undefined) log.warn({ event: "beacon-unread", round, faults });
		return undefined;
	}

	/** Signs a round; undefined if the key has changed since the round was named. */
	async function signRound(publicKey: string, round: number): Promise<string | undefined> {
		const signed = await sign(round);
		return signed.publicKey === publicKey ? signed.signature : undefined;
	}

	return {
		/** The beacon whose rounds new commitments name. */
		current: async (): Promise<Beacon> =>
			config.BEACON === "local" ? beaconOf((await sign(0)).publicKey) : QUICKNET,

		/**
		 * Reads a round of a beacon, verified. Repeated calls return the same.
		 * @returns undefined before the round's time, and while no relay has it: the caller waits, asks again at least once a
		 * minute, and never draws without it.
		 */
		async read({ publicKey, round }: Omit<BeaconRound, "signature">): Promise<BeaconReading | undefined> {
			const beacon = beaconOf(publicKey);
			if (now() < timeOf(beacon, round)) return undefined;
			const signature = await (beacon === QUICKNET ? readRelays(round) : signRound(publicKey, round));
			unreadAt = signature === undefined ? now().getTime() : undefined;
			if (signature === undefined) return undefined;
			return { publicKey, round, signature, randomness: randomnessOf(signature) };
		},

		/** As {@link drawOrder} of `beacon.ts`, in a thread. */
		drawOrder: (seed: string, randomness: string, numbers: readonly number[]): Promise<number[]> =>
			inThread("order", { seed, randomness, numbers }),

		/** Whether something waits for a round that cannot be read. */
		isUnread: () => unreadAt !== undefined && now().getTime() - unreadAt < UNREAD_MS,
		end: () => ending.abort(),
	};
}
