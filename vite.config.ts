import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { minify } from "terser";
import { build, defineConfig, type Plugin, type Rollup } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { buildTargets } from "./app/ui/start/oldest-browsers";
import { BUNDLED_PACKAGES } from "./packaging/bundled-packages";
import { listPackages } from "./packaging/list-packages";
import remixOptions from "./remix.config.js";

type Graph = Pick<Rollup.ManualChunkMeta, "getModuleIds" | "getModuleInfo">;

const isOfApp = (id: string): boolean => id.includes("/app/") && !id.includes("/node_modules/");

/** The modules of the app that these files import statically, directly or through others, and the files. */
function importsOf(files: readonly string[], { getModuleIds, getModuleInfo }: Graph): ReadonlySet<string> {
	const found = new Set(
		[...getModuleIds()].filter((id) => files.some((file) => id.endsWith(`/app/${file}`))),
	);
	for (const id of found)
		for (const imported of getModuleInfo(id)?.importedIds ?? []) if (isOfApp(imported)) found.add(imported);
	return found;
}

/** The icons that modules import, by the names of their files without hyphens, and how many modules import each. */
function iconsOf(ids: Iterable<string>, { getModuleInfo }: Graph): ReadonlyMap<string, number> {
	const uses = new Map<string, number>();
	for (const id of ids) {
		const code = isOfApp(id) ? getModuleInfo(id)?.code : undefined;
		const imported = /import \{([^}]*)\} from "lucide-react"/.exec(code ?? "")?.[1] ?? "";
		for (const name of imported.split(",")) {
			const icon = name.trim().split(" as ")[0]?.toLowerCase() ?? "";
			uses.set(icon, (uses.get(icon) ?? 0) + 1);
		}
	}
	return uses;
}

const GAME_ROUTES = ["", ".plinko", ".dice", ".wheel", ".crash", ".live-crash"].map(
	(name) => `routes/mini-games${name}.tsx`,
);

function createChunks(graph: Graph) {
	const { getModuleIds, getModuleInfo } = graph;
	const all = iconsOf(getModuleIds(), graph);
	const shell = importsOf(["root.tsx", "entry.client.tsx"], graph);
	const home = importsOf(["routes/home.tsx"], graph);
	const [plinko, crash] = ["plinko", "crash"].map((game) =>
		importsOf([`routes/mini-games.${game}.tsx`], graph),
	);
	const usesOf = (id: string) => getModuleInfo(id)?.importers.length ?? 0;
	const lengthOf = (id: string) => getModuleInfo(id)?.code?.length ?? 0;
	const isInShell = (id: string) => shell.has(id) || (home.has(id) && (usesOf(id) > 1 || lengthOf(id) < 100));
	// Also an icon that one module of the shell alone imports: in another file, it and the shell would import each other.
	const shellIcons = iconsOf([...shell, ...home].filter(isInShell), graph);
	const homeIcons = iconsOf(home, graph);
	const gameIcons = iconsOf(importsOf(GAME_ROUTES, graph), graph);
	return (id: string): string | undefined => {
		const [, file, icon] = /\/lucide-react\/dist\/esm\/((?:icons\/([\w-]+))?)/.exec(id) ?? [];
		if (file !== undefined) {
			const name = icon?.replaceAll("-", "");
			const isOfSeveral = name !== undefined && (all.get(name) ?? 0) > 1;
			if (!name || shellIcons.has(name) || (isOfSeveral && homeIcons.has(name))) return "shell";
			if (!isOfSeveral) return undefined;
			return gameIcons.has(name) ? "game-icons" : "icons";
		}
		// With React, or Rollup would make a file of it for the other CommonJS packages.
		if (
			/commonjsHelpers|\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//.test(
				id,
			)
		)
			return "vendor";
		if (/\/node_modules\/(react-i18next|remix-utils)\/|vite\/preload-helper/.test(id)) return "shell";
		if (!isOfApp(id) || /\/app\/(routes\/|root\.|entry\.)|\.css$/.test(id)) return undefined;
		if (isInShell(id)) return "shell";
		if (usesOf(id) >= 12 && /\/app\/ui\//.test(id)) return "ui";
		// One file for what all games share is smaller than several.
		const isOfGames = /\/app\/games\/(?!fairness|lobby)/.test(id) && plinko?.has(id) && crash?.has(id);
		return isOfGames ? "games" : undefined;
	};
}

let chunks: ReturnType<typeof createChunks> | undefined;

/**
 * Names the chunks of small modules: `shell` has those of every page and those that the home page shares with others,
 * `ui` components of many other pages, `game-icons` the other shared icons of games, `icons` the rest. Few and short names also keep
 * Remix's manifest small, which every page loads and which lists the scripts of each route. Rollup would write a file for each, which costs
 * more than its content: responses under 1 KB are not compressed. Route modules and larger libraries are left to Rollup.
 */
const chunkOf: Rollup.GetManualChunk = (id, graph) => {
	chunks ??= createChunks(graph);
	return chunks(id);
};

/**
 * Replaces Remix's future flags, which its browser scripts read at run time, with their values. Rollup then leaves out
 * the code for the other values, 1.6 KB of the first page, including the discovery of routes.
 */
const constantFlags: Plugin = {
	name: "constant-flags",
	apply: "build",
	transform(code, id) {
		if (!id.includes("/@remix-run/react/dist/esm/")) return undefined;
		const flags: Record<string, boolean | undefined> = { ...remixOptions.future };
		const changed = code.replace(
			/\b(?:window\.__remixContext\.)?future\.(v3_\w+)/g,
			(written, flag: string) => String(flags[flag] ?? written),
		);
		return changed === code ? undefined : { code: changed, map: null };
	},
};

const BUNDLED = "?bundled";

/** `import script from "./main.ts?bundled"` is the text of a script with all that it imports, for a page with one script of its own. */
const bundled: Plugin = {
	name: "bundled",
	enforce: "pre",
	async load(id) {
		if (!id.endsWith(BUNDLED)) return undefined;
		const input = id.slice(0, -BUNDLED.length);
		const result = await build({
			configFile: false,
			logLevel: "error",
			plugins: [tsconfigPaths()],
			esbuild: { legalComments: "none" },
			build: {
				...{ write: false, target: buildTargets },
				rollupOptions: {
					...{ input, output: { format: "iife" } },
					// package.json declares that no module has side effects. This one has nothing else.
					treeshake: { moduleSideEffects: (module) => module === input },
				},
			},
		});
		const { output } = [result].flat()[0] as Rollup.RollupOutput;
		for (const file of output[0].moduleIds) this.addWatchFile(file);
		return `export default ${JSON.stringify(output[0].code.trim())}`;
	},
};

interface Manifest {
	entry: { module: string; imports: string[] };
	routes: Record<string, { module: string; imports: string[]; path?: string; hasAction: boolean }>;
}

const CLIENT = "build/client";

/**
 * Shortens the manifest of routes that every page loads. Left out are the values that the browser takes as absent, the
 * scripts that every page has already loaded, and routes that answer with files: the browser requests those
 * as documents. The catch-all route stays, so that an error at such an address is rendered as the server rendered it.
 */
const shortManifest: Plugin = {
	name: "short-manifest",
	apply: ({ build }) => Boolean(build?.ssr),
	writeBundle() {
		for (const name of readdirSync(`${CLIENT}/assets`).filter((name) => name.startsWith("manifest-"))) {
			const file = `${CLIENT}/assets/${name}`;
			const [start, end] = ["window.__remixManifest=", ";"];
			const { entry, routes, ...rest } = JSON.parse(
				readFileSync(file, "utf8").slice(start.length, -end.length),
			) as Manifest;
			const loaded = new Set([entry.module, ...entry.imports, ...(routes.root?.imports ?? [])]);
			const kept = Object.entries(routes)
				.filter(
					([, { module, path, hasAction }]) =>
						hasAction || path === "*" || /\bdefault\b/.test(readFileSync(CLIENT + module, "utf8")),
				)
				.map(([id, route]) => [
					id,
					{ ...route, imports: route.imports.filter((script) => !loaded.has(script)) },
				]);
			const manifest = { ...rest, entry, routes: Object.fromEntries(kept) };
			const text = JSON.stringify(manifest, (_, value) =>
				value === false || (Array.isArray(value) && value.length === 0) ? undefined : value,
			);
			writeFileSync(file, start + text + end);
		}
	},
};

/** In characters. The scripts of every page and of the games are longer; shorter ones would gain little. */
const LONG_SCRIPT = 10_000;
const TERSER = { module: true, compress: { passes: 2, pure_getters: true, keep_fargs: false } };

/** Minifies long scripts again after esbuild, which saves 5 KB on the first page. For all scripts it would take more time than it is worth. */
const minifyLongScripts: Plugin = {
	name: "minify-long-scripts",
	apply: ({ build }) => !build?.ssr,
	// The name of a script contains a hash of esbuild's output, which does not change with these options.
	augmentChunkHash: () => JSON.stringify(TERSER),
	async generateBundle(_, bundle) {
		for (const chunk of Object.values(bundle)) {
			if (chunk.type !== "chunk" || chunk.code.length < LONG_SCRIPT) continue;
			chunk.code = (await minify(chunk.code, TERSER)).code ?? chunk.code;
		}
	},
};

const ASSETS = `${CLIENT}/assets`;
/** In bytes. Shorter files are not compressed. */
const MIN_COMPRESSED = 1000;

/** Writes compressed copies beside each script and style sheet, for `http/answer-assets.server.ts`. */
const compressedAssets: Plugin = {
	name: "compressed-assets",
	apply: ({ build }) => Boolean(build?.ssr),
	writeBundle: {
		// After the manifest of routes, which is a script too.
		order: "post",
		sequential: true,
		handler() {
			for (const name of readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name))) {
				const content = readFileSync(`${ASSETS}/${name}`);
				if (content.length < MIN_COMPRESSED) continue;
				const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
				writeFileSync(`${ASSETS}/${name}.br`, brotliCompressSync(content, { params }));
				writeFileSync(`${ASSETS}/${name}.gz`, gzipSync(content, { level: 9 }));
			}
		},
	},
};

/** Blocking lists know names such as `analytics-`. Hexadecimal digits spell no such name by chance. */
const FILE_NAMES: Rollup.OutputOptions = {
	hashCharacters: "hex",
	assetFileNames: "assets/[hash:8][extname]",
};
const CLIENT_OUTPUT: Rollup.OutputOptions = {
	...FILE_NAMES,
	entryFileNames: "assets/[hash:8].js",
	chunkFileNames: "assets/[hash:8].js",
	onlyExplicitManualChunks: true,
	manualChunks: chunkOf,
};

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [
		tailwindcss(),
		remix(remixOptions),
		constantFlags,
		bundled,
		minifyLongScripts,
		shortManifest,
		compressedAssets,
		tsconfigPaths(),
		listPackages(`build/packages.${isSsrBuild ? "server" : "client"}.json`),
	],
	ssr: isSsrBuild ? { noExternal: BUNDLED_PACKAGES } : {},
	// The origin in .env.example and of the demo, to which the sign-in provider redirects.
	server: { port: 3000, strictPort: true },
	// Listed, so that the development server does not scan the server's modules and reload pages for new findings.
	optimizeDeps: {
		noDiscovery: true,
		include: [
			"@noble/curves/bls12-381.js",
			"@noble/hashes/hmac.js",
			"@noble/hashes/sha2.js",
			"@noble/hashes/utils.js",
			"@remix-run/react",
			"canvas-confetti",
			"i18next",
			"lucide-react",
			"matter-js/src/body/Composite.js",
			"matter-js/src/core/Engine.js",
			"matter-js/src/core/Events.js",
			"matter-js/src/factory/Bodies.js",
			"react",
			"react-dom/client",
			"react-i18next",
			"react/jsx-dev-runtime",
			"remix-utils/use-hydrated",
			"simple-icons",
		],
	},
	worker: {
		plugins: () => [tsconfigPaths()],
		rollupOptions: { output: { ...FILE_NAMES, entryFileNames: "assets/[hash:8].js" } },
	},
	// The notices of the libraries are in public/licenses.txt.
	esbuild: { legalComments: "none" },
	// Fonts and icons stay files: the Content-Security-Policy allows no data: address for them.
	build: {
		assetsInlineLimit: 0,
		// Both builds name the style sheets, after the same content.
		cssTarget: buildTargets,
		target: isSsrBuild ? "es2022" : buildTargets,
		rollupOptions: { output: isSsrBuild ? FILE_NAMES : CLIENT_OUTPUT },
	},
}));
