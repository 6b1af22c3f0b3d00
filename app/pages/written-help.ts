import type { ResourceKey } from "./resources";

/** The texts of the help page in one language. */
export interface WrittenHelp {
	title: string;
	intro: string;
	/** The texts of the main resource. */
	main: { text: string; learnMore: string };
	near: { title: string; text: string; call: string; visit: string; resources: [ResourceKey, string][] };
	signs: { title: string; text: string; items: string[] };
	tips: { title: string; items: string[] };
	care: { title: string; text: string; link: string; signIn: string };
}
