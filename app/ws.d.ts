/** The part of the library that the site uses. */
declare module "ws" {
	import type { EventEmitter } from "node:events";
	import type { IncomingMessage } from "node:http";
	import type { Duplex } from "node:stream";

	export class WebSocket extends EventEmitter {
		constructor(address: string, protocols?: string[]);
		/** @param done called when the network has accepted the message, or with an error. */
		send(message: string | Buffer, done?: (error?: Error) => void): void;
		ping(): void;
		close(code: number, reason?: string): void;
		terminate(): void;
	}

	export class WebSocketServer {
		constructor(options: {
			noServer: true;
			clientTracking: false;
			maxPayload: number;
			handleProtocols(offered: Set<string>): string | false;
		});
		handleUpgrade(
			request: IncomingMessage,
			socket: Duplex,
			head: Buffer,
			done: (socket: WebSocket) => void,
		): void;
	}
}
