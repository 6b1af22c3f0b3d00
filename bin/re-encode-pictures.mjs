/**
 * The process that decodes untrusted pictures: see `app/pictures/picture-process.server.ts`. A message contains a picture
 * and its limits, the answer `picture` as WebP or `fault`. The process has no secrets, and ends with its parent.
 *
 * Argument: the memory in bytes above which it ends itself.
 */
import { writeFileSync } from "node:fs";
import sharp from "sharp";

const WATCH_MS = 20;
/** Bytes per channel of a pixel by its depth; 8 for other depths, such as `double`. */
const BYTES = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };
/** Bytes per pixel while AVIF is decoded: the decoder holds several copies of the picture. */
const BYTES_OF_AVIF = 12;
const BACKGROUND = "#25222e";

const [maxMemory] = process.argv.slice(2).map(Number);
const end = () => process.kill(process.pid, "SIGKILL");
const watch = () => process.memoryUsage.rss() > maxMemory && end();
// The decoder runs in another thread, so that this one can watch it. `process.exit` would wait for that thread.
setInterval(watch, WATCH_MS);
process.on("disconnect", end);
try {
	// If the machine runs out of memory, Linux ends this process first, and the site goes on.
	writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
	// Not Linux, or not permitted.
}
sharp.cache(false);
sharp.concurrency(1);

process.on("message", async (job) => {
	watch();
	process.send(await reencode(job));
});

async function reencode({ bytes, limits, side, fit }) {
	try {
		// Reads the header only.
		const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
		if (isTooLarge(metadata, limits)) return { fault: "imageTooLarge" };
		const image = sharp(bytes, { limitInputPixels: limits.pixels, failOn: "error" })
			.autoOrient()
			.resize({ width: side, height: side, fit, withoutEnlargement: fit === "inside" });
		const flat = fit === "cover" ? image.flatten({ background: BACKGROUND }) : image;
		return { picture: await flat.webp({ quality: 84 }).toBuffer() };
	} catch {
		return { fault: "imageUnreadable" };
	}
}

function isTooLarge({ format, width, height, channels, depth }, limits) {
	const pixels = width * height;
	const bytes = pixels * (format === "heif" ? BYTES_OF_AVIF : channels * (BYTES[depth] ?? 8));
	return Math.max(width, height) > limits.side || pixels > limits.pixels || bytes > limits.bytes;
}
