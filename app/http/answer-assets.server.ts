import { readFile } from "node:fs/promises";
import type { Middleware } from "~/lib/request-context.server";

const TYPES: Readonly<Record<string, string>> = {
	js: "application/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};
const ASSET = /^\/assets\/[^/?]+\.(js|css)$/;

/** Encodings and file endings of the build's compressed files, the smallest files first. */
const ENCODINGS = [
	["br", ".br"],
	["gzip", ".gz"],
] as const;

/** `Accept-Encoding` as browsers send it: names without weights. */
const PLAIN_LIST = /^[a-z]+(, ?[a-z]+)*$/;

/**
 * Answers requests for scripts and style sheets with the compressed files of the build. Express would compress them again for each
 * new visitor, which takes longer than the page. Express answers requests for other files, with conditions or with weighted
 * encodings.
 * @param folder the folder of static files.
 * @param files the paths of the files in it.
 */
export function answerAssets(folder: string, files: ReadonlySet<string>): Middleware {
	// All files of a build are about 1 MB in each encoding.
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
		// The file is gone, for example while another version is installed.
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
