/** A script for a page of its own: see `bundled` in vite.config.ts. */
declare module "*?bundled" {
	const script: string;
	export default script;
}
