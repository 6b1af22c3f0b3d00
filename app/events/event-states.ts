/** The values of events that change while a page is open, by the topic of their kind. */
interface Values {
	tournament: object;
	raffles: { tickets: number; viewers: number };
	/** Points and number of stakes by outcome. */
	predictions: { pools: readonly { points: number; stakes: number }[] };
}

/** An event that pages list. A page that shows another revision loads its data again. */
export type EventState<Topic extends keyof Values> = {
	id: string;
	revision: number | string;
} & Values[Topic];

type EventTopics = { [Topic in keyof Values]: { changed: readonly EventState<Topic>[] } };

declare module "~/live/topics" {
	interface Topics extends EventTopics {}
}
