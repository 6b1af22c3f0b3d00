import autocannon from "autocannon";

interface Load {
	/** Of the site. */
	url: string;
	/** One connection takes the next one, and so on. */
	cookies: readonly string[];
	connections: number;
	/** A POST plays Plinko. */
	method: "GET" | "POST";
	path: string;
}

/**
 * Sends requests of signed-in viewers as fast as they are answered.
 * @param until a number of requests, or seconds.
 * @returns how many were answered. @throws if one was refused or failed.
 */
export async function sendAsViewers(
	{ url, cookies, connections, method, path }: Load,
	until: { amount: number } | { duration: number },
): Promise<number> {
	let client = 0;
	const result = await autocannon({
		...{ url, connections, ...until },
		setupClient: (connection) => {
			const cookie = `${cookies[client++ % cookies.length]}; age-verified=true`;
			connection.setHeaders({
				...{ cookie, "sec-fetch-site": "same-origin", accept: "text/html", "accept-encoding": "gzip" },
				"content-type": "application/x-www-form-urlencoded;charset=UTF-8",
			});
		},
		requests: [
			{
				...{ method, path },
				setupRequest: (request) =>
					method === "GET"
						? request
						: { ...request, body: `intent=play&idempotencyKey=${crypto.randomUUID()}&stake=10&balls=10` },
			},
		],
	});
	if (result.non2xx + result.errors + result.timeouts > 0)
		throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
	return result["2xx"];
}
