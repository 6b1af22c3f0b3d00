import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

/** In bytes: smaller chunks, such as single icons, are merged into others. */
const MIN_CHUNK_SIZE = 1500;

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
		rollupOptions: { output: { experimentalMinChunkSize: MIN_CHUNK_SIZE } },
	},
});
