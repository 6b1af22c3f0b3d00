/** Verifies draws in a thread of the browser, because that takes long enough to hold up the page. */
import { beaconOf, roundAfter, timeOf } from "~/beacon/beacon";
import { isRoundOf } from "~/beacon/verification";
import { checkDraw, readDrawFile, readList } from "./draw-file";

/** Undefined for a text that is no file of a draw. */
export type DrawAnswer = ReturnType<typeof check>;

function check(text: string) {
	const file = readDrawFile(text);
	const list = file && readList(file.list);
	if (!list) return undefined;
	const beacon = beaconOf(file.publicKey);
	return {
		...{ file, checks: checkDraw(file, isRoundOf), beacon: beacon.name },
		...{ title: list.title, prizes: list.prizes, tickets: list.owners.size },
		/** Whether another round decides than the one that was named when the raffle was created. */
		isLate: file.round !== roundAfter(beacon, new Date(file.closesAt)),
		publishedAt: timeOf(beacon, file.round),
	};
}

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(check(data));
