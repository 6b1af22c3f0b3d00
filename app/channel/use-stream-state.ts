import { useEffect, useState } from "react";
import { useTopic } from "~/live/live";
import { STREAM_TOPIC, type StreamState } from "./stream";

/** The state of the stream: as loaded, then as published by the event stream. */
export function useStreamState(loaded: StreamState): StreamState {
	const [stream, setStream] = useState(loaded);
	useEffect(() => setStream(loaded), [loaded]);
	useTopic(STREAM_TOPIC, { changed: setStream });
	return stream;
}
