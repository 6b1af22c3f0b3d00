/**
 * Requests per second of processor time of this build on SQLite, relative to the build of another checkout, measured in
 * turns within one run. `npm run bench -- versions:FOLDER[,TURNS]`; FOLDER is a checkout that is installed and built.
 * Without it, this build is compared with itself, which shows the noise.
 */
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { type Site, startSite } from "../../tests/support/site/site";
import { repositoryRoot } from "../lib/copy";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { processorMs } from "../lib/process-stats";
import { sendAsViewers } from "../lib/viewer-load";

const CONNECTIONS = sized(20, 2);
const SECONDS = sized(3, 1);
const MIN_RATIO = 0.95;
const SETTINGS = { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "warn" };

const REQUESTS = {
	"Plinko play": { method: "POST", path: "/mini-games/plinko.data" },
	"signed-in page": { method: "GET", path: "/store" },
	statement: { method: "GET", path: "/points/history" },
} as const;
type Kind = keyof typeof REQUESTS;

const [other = repositoryRoot, turns = sized("9", "1")] = process.argv.slice(2);

interface Subject {
	site: Site;
	cookies: string[];
}

async function open(folder: string): Promise<Subject> {
	const site = await startSite({ seed: false, startedIn: folder, env: SETTINGS });
	const cookies: string[] = [];
	for (let i = 1; i <= CONNECTIONS; i += 1) cookies.push(await signInWithCookies(site, `bench${i}`));
	return { site, cookies };
}

/** @returns answered requests per second of processor time. */
async function measure({ site, cookies }: Subject, kind: Kind): Promise<number> {
	const pid = site.process.pid ?? 0;
	const before = processorMs(pid);
	const answered = await sendAsViewers(
		{ url: site.origin, cookies, connections: CONNECTIONS, ...REQUESTS[kind] },
		{ duration: SECONDS },
	);
	return (answered * 1000) / (processorMs(pid) - before);
}

const subjects: Subject[] = [];
try {
	for (const folder of [repositoryRoot, other]) subjects.push(await open(folder));
	const kinds = Object.keys(REQUESTS) as Kind[];
	const results = new Map(kinds.map((kind) => [kind, subjects.map((): number[] => [])]));
	for (const kind of kinds) for (const subject of subjects) await measure(subject, kind);
	for (let turn = 0; turn < Number(turns); turn += 1) {
		for (const kind of kinds) {
			// Alternately first, because the machine's speed changes.
			for (const index of turn % 2 ? [1, 0] : [0, 1]) {
				results.get(kind)?.[index]?.push(await measure(subjects[index] as Subject, kind));
			}
		}
	}
	console.log(`${CONNECTIONS} viewers, median of ${turns} turns of ${SECONDS} s; requests per CPU second`);
	const ratios = kinds.map((kind): [Kind, number, number, number] => {
		const [ours = [], theirs = []] = results.get(kind) ?? [];
		const each = ours.map((rate, turn) => rate / (theirs[turn] ?? Number.NaN));
		return [kind, median(ours), median(theirs), median(each)];
	});
	printTable(
		["request", "this build", "the other", "ratio"],
		ratios.map(([kind, ours, theirs, ratio]) => [kind, ours.toFixed(1), theirs.toFixed(1), ratio.toFixed(3)]),
	);
	const verdicts = ratios.map(([kind, , , ratio]) =>
		verdict(`${kind}, relative to the other build`, ratio, { least: MIN_RATIO }),
	);
	conclude(verdicts);
} finally {
	await Promise.all(subjects.map(({ site }) => site.close()));
}
