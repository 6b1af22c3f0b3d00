declare module "autocannon" {
	interface Request {
		method?: string;
		path?: string;
		headers?: Record<string, string>;
		body?: string;
		setupRequest?(request: Request): Request;
	}
	interface Client {
		setHeaders(headers: Record<string, string>): void;
		on(event: "response", listener: (status: number) => void): void;
	}
	interface Options {
		url: string;
		connections: number;
		/** Seconds, without an amount. */
		duration?: number;
		/** Of requests. */
		amount?: number;
		requests: Request[];
		setupClient?(client: Client): void;
	}
	interface Result {
		requests: { average: number; total: number };
		latency: { p50: number; p99: number; max: number };
		duration: number;
		"2xx": number;
		non2xx: number;
		errors: number;
		timeouts: number;
	}
	export default function autocannon(options: Options): Promise<Result>;
}
