import { readFileSync } from "node:fs";

interface CpuProfile {
	nodes: {
		id: number;
		callFrame: { functionName: string; url: string; lineNumber: number };
		children?: number[];
	}[];
	samples: number[];
	timeDeltas: number[];
}

/** The package, the site or the part of Node that a frame belongs to. */
function ownerOf({ functionName, url }: { functionName: string; url: string }): string {
	const inPackage = url.lastIndexOf("/node_modules/");
	if (inPackage >= 0) {
		const [scope = "", name = ""] = url.slice(inPackage + "/node_modules/".length).split("/");
		return scope.startsWith("@") ? `${scope}/${name}` : scope;
	}
	if (url.includes("/build/server/")) return "the site's own code";
	if (url.startsWith("node:"))
		return url.replace(/^node:internal\/(?:deps\/)?/, "node:").split("/")[0] ?? url;
	return url === "" ? `native ${functionName}` : url;
}

export interface Share {
	name: string;
	/** Share of the time in which the server was busy. */
	share: number;
}

/** Self time by owner and by function, largest first. */
export function readProfile(file: string): { owners: Share[]; functions: Share[] } {
	const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const owners = new Map<string, number>();
	const functions = new Map<string, number>();
	let busy = 0;
	samples.forEach((id, index) => {
		const frame = frames.get(id);
		const time = timeDeltas[index] ?? 0;
		if (!frame || frame.functionName === "(idle)" || frame.functionName === "(root)") return;
		busy += time;
		const owner = ownerOf(frame);
		const name = `${frame.functionName || "(anonymous)"} — ${owner}`;
		owners.set(owner, (owners.get(owner) ?? 0) + time);
		functions.set(name, (functions.get(name) ?? 0) + time);
	});
	const shares = (times: Map<string, number>) =>
		[...times].map(([name, time]) => ({ name, share: time / busy })).sort((a, b) => b.share - a.share);
	return { owners: shares(owners), functions: shares(functions) };
}
