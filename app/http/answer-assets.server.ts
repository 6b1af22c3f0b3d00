import { readFile } from "node:fs/promises";
import type { Middleware } from "~/lib/request-context.server";

const TYPES: Readonly<Record<string, string>> = {
	js: "application/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};
const ASSET = /^\/assets\/[^/?]+\.(js|css)$/;

/** The encodings that the build has written, and the endings of their files, the smallest first. */
const ENCODINGS = [
	["br", ".br"],
	["gzip", ".gz"],
] as const;

/** What a browser sends: names without weights. */
const PLAIN_LIST = /^[a-z]+(, ?[a-z]+)*$/;

/**
 * Answers requests of scripts and style sheets with the compressed files of the build. Express would compress them again for each new
 * visitor, which takes longer than the page. All other requests go on to Express: of other files, with conditions or with
 * weighted encodings.
 * @param folder the folder of static files.
 * @param files the paths of the files in it.
 */
export function answerAssets(folder: string, files: ReadonlySet<string>): Middleware {
	// Each is about 1 MB for all files of a build.
	const contents = new Map<string, Promise<Buffer>>();
	const read = (path: string) => {
		const content = contents.get(path) ?? readFile(folder + path);
		contents.set(path, content);
		return content;
	};
	return async ({ request, response }, pass) => {
		const { method, url = "", headers } = request;
		const accepted = headers["accept-encoding"] ?? "";
		const type = TYPES[ASSET.exec(url)?.[1] ?? ""];
		const isUsual = (method === "GET" || method === "HEAD") && PLAIN_LIST.test(accepted);
		if (!type || !isUsual || headers["if-none-match"] || headers["if-modified-since"]) return pass();
		const names = accepted.split(/, ?/);
		const [encoding, ending] =
			ENCODINGS.find(([name, ending]) => names.includes(name) && files.has(url + ending)) ?? [];
		if (!encoding) return pass();
		const path = url + ending;
		const content = await read(path).catch(() => contents.delete(path));
		// Express answers when the file is gone, for example while another version is installed.
		if (typeof content === "boolean") return pass();
		response.writeHead(200, {
			"Content-Type": type,
			"Content-Encoding": encoding,
			"Content-Length": content.length,
			"Cache-Control": "public, max-age=31536000, immutable",
			Vary: "Accept-Encoding",
		});
		response.end(content);
	};
}
