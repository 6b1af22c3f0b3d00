import { readdirSync, readFileSync } from "node:fs";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

/** Folders and files whose icons the first page needs: the shell and the home page. */
const FIRST_PAGE = /^(home|account)\/|^ui\/shell\/|^(root|routes\/home|notifications\/bell)\.tsx$/;

/**
 * The chunks, by kebab-case name, of the icons that several components import: one for the first page, one for all other
 * pages. Rollup would write each icon into a separate file, and the request for it costs more than the icon.
 */
function sharedIcons(): ReadonlyMap<string, string> {
	const uses = new Map<string, number>();
	const first = new Set<string>();
	for (const file of readdirSync("app", { recursive: true, encoding: "utf8" })) {
		if (!file.endsWith(".tsx")) continue;
		const source = readFileSync(`app/${file}`, "utf8");
		const imported = /import \{([^}]+)\} from "lucide-react"/.exec(source)?.[1] ?? "";
		for (const name of imported.split(",")) {
			const [icon = ""] = name.trim().split(" as ");
			if (icon) uses.set(icon, (uses.get(icon) ?? 0) + 1);
			if (FIRST_PAGE.test(file)) first.add(icon);
		}
	}
	const shared = [...uses].filter(([, count]) => count > 1);
	return new Map(
		shared.map(([icon]) => [
			icon.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase(),
			first.has(icon) ? "icons" : "icons-of-pages",
		]),
	);
}

const SHARED_ICONS = sharedIcons();

/** Small modules of the first page. Responses under 1 KB are not compressed, so that separate files would cost more. */
const SHELL =
	/\/app\/(ui\/(shell\/(?!page-tabs)|displayed-balance|focus|tracked-link|use-remembered|unsaved\/guarded)|account\/(avatar|preferences|theme)|live\/|i18n\/(format|languages)|store\/goal\/goal-progress|social\/(social-links|platform-icon)|channel\/profile-picture|pictures\/pictures|games\/lobby\/(use-lobby|lobby-topic)|bonus-hunt\/(screen\/(use-hunt-reload|reloader)|model\/hunt-events)|home\/section)|\/node_modules\/(react-i18next|remix-utils)\//;

function chunkOf(id: string): string | undefined {
	const icon = /lucide-react\/dist\/esm\/(?:icons\/)?([\w-]+)\./.exec(id)?.[1];
	if (icon) return SHARED_ICONS.get(icon) ?? (id.includes("/icons/") ? undefined : "icons");
	return SHELL.test(id) ? "shell" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [tailwindcss(), remix(remixOptions), tsconfigPaths()],
	// The origin in .env.example and of the demo, to which the sign-in provider redirects.
	server: { port: 3000, strictPort: true },
	// Listed, so that the development server does not scan the server's modules and reload pages for new findings.
	optimizeDeps: {
		noDiscovery: true,
		include: [
			"@noble/hashes/hmac.js",
			"@noble/hashes/sha2.js",
			"@noble/hashes/utils.js",
			"@remix-run/react",
			"canvas-confetti",
			"i18next",
			"lucide-react",
			"matter-js",
			"react",
			"react-dom/client",
			"react-i18next",
			"react/jsx-dev-runtime",
			"remix-utils/use-hydrated",
			"simple-icons",
		],
	},
	// The notices of the libraries are in public/licenses.txt.
	esbuild: { legalComments: "none" },
	// Fonts and icons stay files: the Content-Security-Policy allows no data: address for them.
	build: {
		assetsInlineLimit: 0,
		target: "es2022",
		rollupOptions: isSsrBuild ? {} : { output: { onlyExplicitManualChunks: true, manualChunks: chunkOf } },
	},
}));
