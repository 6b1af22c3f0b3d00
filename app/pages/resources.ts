/** Help for people who gamble, outside of this site. The first is the one that the help page is about. */
export const RESOURCES = {
	"gambling-therapy": {
		name: "Gambling Therapy",
		href: { pt: "https://www.gamblingtherapy.org/pt-pt/", en: "https://www.gamblingtherapy.org/" },
	},
} as const;
export type ResourceKey = keyof typeof RESOURCES;

export const isResource = (key: string): key is ResourceKey => Object.hasOwn(RESOURCES, key);
