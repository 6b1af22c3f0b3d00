import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type ConnectionState, createConnection, type Keep } from "./connection";
import { createLateStates } from "./late-states";
import type { EventOf, TopicHandlers, TopicOf, Topics } from "./topics";

/** The connection of the tab. It is opened by the first subscription, so never on the server. */
const connection = createConnection();

/**
 * Subscribes to a topic while the component is mounted, through the tab's one connection. Does nothing when the topic
 * is undefined, or on the server.
 * @param handlers by event; the latest ones are called, and a changed set of events subscribes again. Each stream
 * begins with a snapshot, also after a reconnect.
 */
export function useTopic<Name extends TopicOf<Topics>>(
	topic: Name | undefined,
	handlers: TopicHandlers<Name>,
): void {
	const latest = useRef(handlers);
	useEffect(() => {
		latest.current = handlers;
	});
	const events = Object.keys(handlers).join();
	useEffect(() => {
		if (topic === undefined) return;
		return connection.subscribe({
			topic,
			events: events.split(","),
			onEvent: (event, data) => latest.current[event as EventOf<Topics, Name>]?.(data as never),
		});
	}, [topic, events]);
}

/**
 * As {@link useTopic}, for events that hold a whole state. One that arrives while data of the page are being loaded is handled again
 * after that, because these may be older: see {@link createLateStates}. Call it after the effects that take over loaded data.
 */
export function useStates<Name extends TopicOf<Topics>>(
	topic: Name | undefined,
	handlers: TopicHandlers<Name>,
): void {
	const [late] = useState(createLateStates);
	const handle = (event: string, data: unknown) => handlers[event as EventOf<Topics, Name>]?.(data as never);
	const receive = (event: string) => (data: unknown) => {
		late.received(event, data);
		handle(event, data);
	};
	const received = Object.fromEntries(Object.keys(handlers).map((event) => [event, receive(event)]));
	useTopic(topic, received as TopicHandlers<Name>);
	const latest = useRef(handle);
	useEffect(() => {
		latest.current = handle;
	});
	const isLoading = useIsLoading();
	useEffect(() => {
		for (const [event, data] of late.setLoading(isLoading)) latest.current(event, data);
	}, [late, isLoading]);
}

/** Whether any data of the page are being loaded, also by a form or for a part of the page. */
function useIsLoading(): boolean {
	const states = [useNavigation(), useRevalidator(), ...useFetchers()];
	return states.some(({ state }) => state !== "idle");
}

/** A state as loaded, then as published. A new `loaded` replaces what was published before. */
export function usePublished<State>(loaded: State): [State, (state: State) => void] {
	const [published, setPublished] = useState<{ since: State; state: State }>();
	const current = published?.since === loaded ? published.state : loaded;
	return [current, (state) => setPublished({ since: loaded, state })];
}

/** Keeps the tab's stream while the component is mounted, where it would be closed for a time. */
export function useKeptStream(how: Keep | undefined): void {
	useEffect(() => (how ? connection.keep(how) : undefined), [how]);
}

/** Whether the event stream is open now. */
export const isStreamOpen = (): boolean => connection.state() === "open";

/** Calls `act` on mount if the event stream is open, and whenever it opens. Unlike `useConnection`, it renders nothing. */
export function useOnStreamOpen(act: () => void): void {
	const latest = useRef(act);
	useEffect(() => {
		latest.current = act;
	});
	useEffect(() => {
		const check = () => {
			if (isStreamOpen()) latest.current();
		};
		check();
		return connection.onChange(check);
	}, []);
}

/** The state of the tab's connection; `off` on the server. It re-renders the component on each change. */
export const useConnection = (): ConnectionState =>
	useSyncExternalStore(connection.onChange, connection.state, () => "off");
