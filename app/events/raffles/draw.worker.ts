/** Verifies draws in a thread of the browser, because that takes long enough to hold up the page. */
import { type Beacon, beaconOf, timeOf } from "~/beacon/beacon";
import { isRoundOf } from "~/beacon/verification";
import { checkDraw, type DrawCheck, type DrawFile, readDrawFile } from "./draw-file";

interface CheckedDraw {
	file: DrawFile;
	checks: [DrawCheck, boolean][];
	beacon: Beacon["name"];
	/** When the round was published. */
	publishedAt: Date;
}

/** Undefined for a text that is no file of a draw. */
export type DrawAnswer = CheckedDraw | undefined;

function check(text: string): DrawAnswer {
	const file = readDrawFile(text);
	if (!file) return undefined;
	const beacon = beaconOf(file.publicKey);
	const publishedAt = timeOf(beacon, file.round);
	return { file, checks: checkDraw(file, isRoundOf), beacon: beacon.name, publishedAt };
}

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(check(data));
