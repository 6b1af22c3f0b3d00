/**
 * The type of each event's payload, by topic and event. A feature adds its topic where it declares the topic's
 * name, by declaration merging:
 *
 *     declare module "~/live/topics" {
 *     	interface Topics { lobby: { "live-crash": LiveSwitch } }
 *     }
 *
 * The hub that publishes and the hook that listens take their types from here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Topics {}

export type TopicOf<Map> = keyof Map & string;
export type EventOf<Map, Name extends TopicOf<Map>> = keyof Map[Name] & string;

/** One event of a topic with its payload. */
export type TopicMessage<Map, Name extends TopicOf<Map>> = {
	[Event in EventOf<Map, Name>]: { event: Event; data: Map[Name][Event] };
}[EventOf<Map, Name>];

/** The callbacks for the events of a topic; an event without one is not received. */
export type TopicHandlers<Name extends TopicOf<Topics>> = {
	readonly [Event in EventOf<Topics, Name>]?: (data: Topics[Name][Event]) => void;
};
