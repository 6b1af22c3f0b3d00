import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect as connectHttp2, constants, type IncomingHttpHeaders } from "node:http2";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { fileURLToPath } from "node:url";
import { findNginx } from "./ensure-tools.mjs";
import { freePort } from "./site";

/** The documented configuration, which hosts copy. */
export const NGINX_CONF = fileURLToPath(new URL("../../../docs/hosting/nginx.conf", import.meta.url));
const READY_WITHIN_MS = 60_000;

/** A free port for https, and one for http. */
export const nginxPorts = async () => ({ https: await freePort(), http: await freePort() });

export type NginxPorts = Awaited<ReturnType<typeof nginxPorts>>;

/**
 * Starts nginx with the documented configuration, in which only names, ports and paths are replaced, and with a
 * generated certificate.
 * @param siteOrigins the origins of the site's processes, in the order in which nginx asks them.
 */
export async function startNginx(ports: NginxPorts, ...siteOrigins: string[]) {
	const program = findNginx();
	if (!program) throw new Error("no nginx");
	const folder = await mkdtemp(join(tmpdir(), "plateia-nginx-"));
	// As root, nginx switches to an unprivileged user, who needs access to the folder.
	await chmod(folder, 0o755);
	await mkdir(join(folder, "cache"), { mode: 0o777 });
	makeCertificate(folder);
	await writeFile(join(folder, "site.conf"), await siteConfiguration(folder, ports, siteOrigins));
	await writeFile(join(folder, "nginx.conf"), mainConfiguration(folder));

	const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	let output = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!(await listens(ports.https))) {
		if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start:\n${output}`);
		await sleep(20);
	}
	return {
		origin: `https://localhost:${ports.https}`,
		/** The errors in nginx's log. */
		output: () => output,
		async close() {
			if (child.exitCode === null) {
				const exited = once(child, "exit");
				child.kill("SIGTERM");
				await exited;
			}
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function makeCertificate(folder: string) {
	const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
	const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
	const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
	const { status, stderr } = spawnSync("openssl", ["req", "-x509", ...kind, ...name, ...files]);
	if (status !== 0) throw new Error(`no certificate: ${stderr}`);
}

async function siteConfiguration(
	folder: string,
	ports: NginxPorts,
	siteOrigins: readonly string[],
): Promise<string> {
	const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
		all?.some(({ address }) => address === "::1"),
	);
	const documented = await readFile(NGINX_CONF, "utf8");
	return documented
		.split("\n")
		.filter((line) => hasIPv6 || !line.includes("[::]"))
		.join("\n")
		.replaceAll(/(listen (?:\[::\]:)?)80\b/g, `$1${ports.http}`)
		.replaceAll(/(listen (?:\[::\]:)?)443\b/g, `$1${ports.https}`)
		.replaceAll("/etc/letsencrypt/live/example.com", folder)
		.replaceAll("/var/lib/nginx/plateia", join(folder, "cache"))
		.replaceAll("example.com", "localhost")
		.replaceAll(/^\tserver 127\.0\.0\.1:3000(.*)$/gm, (_line, parameters: string) =>
			siteOrigins.map((origin) => `\tserver 127.0.0.1:${new URL(origin).port}${parameters}`).join("\n"),
		);
}

const mainConfiguration = (folder: string) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 4096; }
http {
	access_log off;
	${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
	include ${folder}/site.conf;
}`;

const listens = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connectTls({
			port,
			host: "127.0.0.1",
			servername: "localhost",
			rejectUnauthorized: false,
		});
		socket.once("secureConnect", () => resolve(socket.destroy() !== undefined));
		socket.once("error", () => resolve(false));
	});

interface RequestOptions {
	method?: string;
	/** Replaces the host name of the certificate. */
	authority?: string;
	headers?: Record<string, string>;
	body?: Buffer | string;
}

export interface ProxyAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
}

/** A client with one local address and one HTTP/2 connection. */
export function openClient(origin: string, localAddress: string) {
	const { port } = new URL(origin);
	const session = connectHttp2(origin, {
		createConnection: () =>
			connectTls({
				socket: connect({ host: "127.0.0.1", port: Number(port), localAddress }),
				servername: "localhost",
				ALPNProtocols: ["h2"],
				rejectUnauthorized: false,
			}),
	});
	// Each request reports the error itself.
	session.on("error", () => {});

	function begin(path: string, { method = "GET", authority, headers, body }: RequestOptions = {}) {
		const stream = session.request({
			[constants.HTTP2_HEADER_METHOD]: method,
			[constants.HTTP2_HEADER_PATH]: path,
			[constants.HTTP2_HEADER_AUTHORITY]: authority ?? `localhost:${port}`,
			...headers,
		});
		stream.setEncoding("utf8").end(body);
		return stream;
	}

	return {
		begin,
		send: (path: string, options?: RequestOptions) =>
			new Promise<ProxyAnswer>((resolve, reject) => {
				const stream = begin(path, options);
				const answer: ProxyAnswer = { status: 0, headers: {}, text: "" };
				stream.once("response", (headers) => {
					answer.status = Number(headers[constants.HTTP2_HEADER_STATUS]);
					answer.headers = headers;
				});
				stream.on("data", (text: string) => {
					answer.text += text;
				});
				stream.once("error", reject);
				stream.once("close", () =>
					answer.status ? resolve(answer) : reject(new Error(`no answer, ${stream.rstCode}`)),
				);
			}),
		close: () => session.destroy(),
	};
}
