import { createHash } from "node:crypto";
import {
	Bell,
	Cherry,
	Gift,
	type LucideIcon,
	Radio,
	Scale,
	Swords,
	Target,
	Ticket,
	Trophy,
} from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { readOverlayToken } from "~/earning/codes/overlay.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import style from "./client/overlay.css?inline";
import script from "./client/overlay.ts?bundled";
import { optionsIn, type PageOptions, SCENES } from "./scenes";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const source = (text: string) => `'sha256-${sha256(text).toString("base64")}'`;

/** Changes with the script and the style sheet. */
export const PAGE_VERSION = sha256(script + style)
	.toString("hex")
	.slice(0, 16);

const HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	// A streaming program that starts before the site has the page from its cache. A new version announces itself.
	"Cache-Control": "private, max-age=2592000",
	"Content-Security-Policy": [
		...["default-src 'none'", "connect-src 'self'", "img-src 'self'", "font-src 'self'"],
		...[`script-src ${source(script)}`, `style-src ${source(style)}`],
		...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
	].join("; "),
};

/** By the first word of an alert's type. */
const ICONS: Record<string, LucideIcon> = {
	...{ store: Gift, game: Trophy, raffle: Ticket, tournament: Swords, prediction: Scale },
	...{ hunt: Target, code: Ticket, stream: Radio, slot: Cherry, other: Bell },
};

/** The messages that the script fills in. A placeholder as the value of itself stays. */
function textsIn(language: Language): PageOptions["texts"] {
	const { t } = i18nIn(language);
	const alias = { animal: "{{animal}}", trait: "{{trait}}", number: "{{number}}" };
	return {
		"overlayScenes.more": t("overlayScenes.more", { shown: "{{shown}}" }),
		"crash.phase.waiting": t("crash.phase.waiting"),
		"crash.phase.flying": t("crash.phase.flying"),
		"crash.phase.crashed": t("crash.phase.crashed"),
		"crash.alias": t("crash.alias", alias),
		"crash.aliasAnimals": t("crash.aliasAnimals"),
		"crash.aliasTraits": t("crash.aliasTraits"),
		"crash.player": t("crash.player", { id: "{{id}}" }),
	};
}

/** The page of an overlay: everything in one file, so that one answer is enough. It is filled by its script. */
export function overlayPage(search: URLSearchParams): Response {
	const { scenes, language, scale, theme } = optionsIn(search);
	const options: PageOptions = {
		...{ scenes, language, scale, version: PAGE_VERSION },
		texts: textsIn(language),
	};
	const body = renderToStaticMarkup(
		<>
			<main data-options={JSON.stringify(options)}>
				{scenes.map((scene) => (
					<section key={scene} className={scene === "alerts" ? "" : "panel"} data-scene={scene} hidden />
				))}
			</main>
			<div hidden>
				{scenes.includes("alerts")
					? Object.entries(ICONS).map(([name, Icon]) => <Icon key={name} data-icon={name} />)
					: null}
			</div>
		</>,
	);
	const head = `<meta charset="utf-8"><meta name="robots" content="noindex"><title>OBS</title><style>${style}</style>`;
	const html = `<!doctype html><html lang="${language}" class="${theme}"><head>${head}</head><body>${body}<script>${script}</script></body></html>`;
	return new Response(html, { headers: HEADERS });
}

/** The address with the named scenes, all of them if none is named. */
export async function readOverlayAddress(
	site: Pick<Site, "db" | "config">,
	named: readonly string[],
	language: Language,
) {
	const { scenes } = optionsIn(new URLSearchParams({ scenes: named.join() }));
	const query = `${scenes.length === SCENES.length ? "" : `scenes=${scenes.join()}&`}lang=${language}`;
	const address = `${site.config.APP_ORIGIN}/overlay/${await readOverlayToken(site)}?${query}`;
	return { address, scenes, choices: SCENES };
}
