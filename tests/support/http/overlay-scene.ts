import { load } from "cheerio";
import type { RenderedScene, RenderedScenes } from "~/team/overlays/scenes";
import { visit } from "./visitor";

/** The address of the overlay without its parameters, as admins see it. */
export async function overlayAddress(site: { origin: string }): Promise<string> {
	const page = await (await visit(site, { as: "admin" })).open("/overlay");
	return String(page.$("input[readonly]").val()).split("?")[0] ?? "";
}

/** Reads the text of a scene as a broadcast shows it. */
export async function readScene(
	site: { origin: string },
	scene: RenderedScene,
	lang: "pt" | "en" = "en",
): Promise<string> {
	const answer = await fetch(`${await overlayAddress(site)}/scenes?scenes=${scene}&lang=${lang}`);
	const { html } = (await answer.json()) as RenderedScenes;
	return load(html[scene] ?? "").text();
}
