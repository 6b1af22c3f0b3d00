/** Verifies rounds in a thread of the browser. The answer is whether the signature is the beacon's. */
import type { BeaconRound } from "./beacon";
import { isRoundOf } from "./verification";

self.onmessage = ({ data }: MessageEvent<BeaconRound>) => self.postMessage(isRoundOf(data));
