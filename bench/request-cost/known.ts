/** Requests that were the most expensive ones of this site, or of other sites with the same frameworks. */
import type { CostlyRequest, Surface } from "./requests";

const HEADERS = { accept: "text/html", "accept-encoding": "gzip", "sec-fetch-site": "same-origin" };
const FORM = "application/x-www-form-urlencoded";

const get = (name: string, target: string, headers: Record<string, string> = {}): CostlyRequest => ({
	...{ name: `GET ${name}`, method: "GET", target },
	headers: { ...HEADERS, ...headers },
});

const post = (name: string, target: string, body: string, type = FORM): CostlyRequest => ({
	...{ name: `POST ${name}`, method: "POST", target, body },
	headers: { ...HEADERS, "content-type": type },
});

const many = (count: number, write: (at: number) => string, separator = "&"): string =>
	Array.from({ length: count }, (_, at) => write(at)).join(separator);

export function known({ manifestVersion: version, routeIds }: Surface): CostlyRequest[] {
	return [
		get("/__manifest, 7,500 slashes", `/__manifest?version=${version}&p=${"/".repeat(7500)}`),
		get("/__manifest, 580 paths", `/__manifest?version=${version}&${many(580, (at) => `p=/store/${at}`)}`),
		get("/points/history, 1,900 times game", `/points/history?${many(1900, () => "game=x")}`),
		get("/points/history, 199 times game", `/points/history?${many(199, () => "game=x")}`),
		get(
			"/points/history, 7,900 B in 199 parameters",
			`/points/history?${many(199, (at) => `game=${at}${"x".repeat(30)}`)}`,
		),
		get("/points/history, cursor of 7,000 brackets", `/points/history?after=${"[".repeat(7000)}`),
		get("/points/history, cursor of 7,900 brackets", `/points/history?after=${"[".repeat(7900)}`),
		get("/store, 600 parameters", `/store?${many(600, (at) => `p${at}=${at}`)}`),
		get("/store, 190 parameters", `/store?${many(190, (at) => `p${at}=${at}`)}`),
		get("12,000 slashes", "/".repeat(12_000)),
		get("/store and 12,000 slashes", `/store${"/".repeat(12_000)}`),
		get("12,000 slashes and a page", `${"/".repeat(12_000)}store`),
		get("18 slashes and a page", `${"/".repeat(18)}store`),
		get("/share.png as data", "/share.png.data"),
		get("7,000 times /a", "/a".repeat(7000)),
		get("_root.data, 1,200 ids in _routes", `/_root.data?_routes=${many(1200, (at) => `r${at}`, ",")}`),
		get("/mini-games/plinko.data, all routes", `/mini-games/plinko.data?_routes=${routeIds.join(",")}`),
		get("/mini-games/plinko", "/mini-games/plinko"),
		get("/, Accept-Language of 12 KB", "/?x", { "accept-language": many(1500, (at) => `x${at}`, ",") }),
		get("/, 1,500 cookies", "/?x", { cookie: many(1500, (at) => `c${at}=1`, "; ") }),
		get("/fairness/live-crash, 1,000 steps", `/fairness/live-crash?walk=&hash=${"a".repeat(64)}`),
		post(
			"/preferences, 9,000 fields",
			"/preferences",
			many(9000, (at) => `f${at}=1`),
		),
		post(
			"/preferences, 900 parts",
			"/preferences",
			many(900, (at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`, "") +
				"--x--\r\n",
			"multipart/form-data; boundary=x",
		),
		post("/claim, code of 60 KB", "/claim", `code=${"%EF%B7%BA".repeat(6500)}`),
		post("/preferences.data, 64 KB", "/preferences.data", `returnTo=${"/".repeat(65_000)}`),
	];
}
