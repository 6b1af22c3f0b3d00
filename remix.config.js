/**
 * Remix options; `vite.config.ts` passes them to the plugin. Every `v3_*` flag of 2.17 is on, except for the lazy discovery
 * of routes: its endpoint has an unfixed denial of service (docs/decisions/0020-remix-2.md).
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
	appDirectory: "app",
	serverModuleFormat: "esm",
	future: {
		v3_fetcherPersist: true,
		v3_lazyRouteDiscovery: false,
		v3_relativeSplatPath: true,
		v3_routeConfig: true,
		v3_singleFetch: true,
		v3_throwAbortReason: true,
	},
};
