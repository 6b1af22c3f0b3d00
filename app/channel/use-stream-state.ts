import { usePublished, useStates } from "~/live/live";
import { STREAM_TOPIC, type StreamState } from "./stream";

/** The state of the stream: as loaded, then as published by the event stream. */
export function useStreamState(loaded: StreamState): StreamState {
	const [stream, publish] = usePublished(loaded);
	useStates(STREAM_TOPIC, { changed: publish });
	return stream;
}
