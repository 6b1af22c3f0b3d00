declare module "ws" {
	import type { Server } from "node:http";
	export class WebSocketServer {
		constructor(options: { server: Server });
		readonly clients: Set<{ send(data: Buffer, options: { binary: boolean }): void }>;
	}
}
