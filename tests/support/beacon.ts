import { createHash } from "node:crypto";
import { type Beacon, beaconOf, drawOrder, QUICKNET, randomnessOf, timeOf } from "~/beacon/beacon";

/**
 * A beacon that publishes each round at its time. Its signatures are hashes.
 * @param isAway whether no relay answers.
 */
export const fakeBeacon = (now: () => Date, isAway = () => false) => ({
	current: async (): Promise<Beacon> => QUICKNET,
	async read({ publicKey, round }: { publicKey: string; round: number }) {
		if (isAway() || now() < timeOf(beaconOf(publicKey), round)) return undefined;
		const signature = createHash("sha384").update(String(round)).digest("hex");
		return { publicKey, round, signature, randomness: randomnessOf(signature) };
	},
	drawOrder: async (...draw: Parameters<typeof drawOrder>) => drawOrder(...draw),
});
