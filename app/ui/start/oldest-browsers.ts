/** The oldest browsers in which the scripts of pages start, with the reasons in docs/decisions/0027-oldest-browsers.md. */
export const OLDEST_BROWSERS = { chrome: "103", firefox: "128", safari: "16.4" };

/** The same for the build, which compiles scripts and style sheets for them. */
export const buildTargets = Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version);

/** Interfaces and their properties that all these browsers have and no older one. */
export const REQUIRED = [["CSSPropertyRule", "name"] as const, ["Element", "role"] as const];
