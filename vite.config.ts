import { readdirSync, readFileSync } from "node:fs";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

/** The icons that several files import. Each would get a file of its own, which costs more than the icon. */
function sharedIcons(): ReadonlySet<string> {
	const uses = new Map<string, number>();
	for (const file of readdirSync("app", { recursive: true, encoding: "utf8" })) {
		if (!file.endsWith(".tsx")) continue;
		const source = readFileSync(`app/${file}`, "utf8");
		const imported = /import \{([^}]+)\} from "lucide-react"/.exec(source)?.[1] ?? "";
		for (const name of imported.split(",")) {
			const [icon = ""] = name.trim().split(" as ");
			if (icon) uses.set(icon, (uses.get(icon) ?? 0) + 1);
		}
	}
	const shared = [...uses].filter(([, count]) => count > 1);
	return new Set(
		shared.map(([icon]) => icon.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase()),
	);
}

const SHARED_ICONS = sharedIcons();

const iconsChunk = (id: string): string | undefined => {
	const icon = /lucide-react\/dist\/esm\/(?:icons\/)?([\w-]+)\./.exec(id)?.[1] ?? "";
	return icon === "createLucideIcon" || SHARED_ICONS.has(icon) ? "icons" : undefined;
};

export default defineConfig({
	plugins: [tailwindcss(), remix(remixOptions), tsconfigPaths()],
	// Where .env.example and the demo have the site: sign-in comes back to it.
	server: { port: 3000, strictPort: true },
	// Known beforehand, so that the development server neither looks among the server's nor reloads a page.
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
	// Fonts and icons stay files: the Content-Security-Policy allows no data: address for them.
	build: {
		assetsInlineLimit: 0,
		target: "es2022",
		rollupOptions: { output: { manualChunks: iconsChunk } },
	},
});
