import { readdirSync, readFileSync } from "node:fs";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

const SHELL = ["app/root.tsx", ...readdirSync("app/ui/shell").map((file) => `app/ui/shell/${file}`)];
const SHELL_ICONS = new Set(
	SHELL.flatMap((file) => {
		const imported = /import \{([^}]+)\} from "lucide-react"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
		return [...imported.matchAll(/[A-Z]\w+|X/g)].map(([name]) =>
			name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase(),
		);
	}),
);

/** The icons of the shell, which every page needs, are in one file: one for each would cost more than the icons. */
const shellIcons = (id: string): string | undefined => {
	const icon = /lucide-react\/dist\/esm\/(?:icons\/)?([\w-]+)\./.exec(id)?.[1];
	return icon === "createLucideIcon" || SHELL_ICONS.has(icon ?? "") ? "shell-icons" : undefined;
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
		rollupOptions: { output: { manualChunks: shellIcons } },
	},
});
