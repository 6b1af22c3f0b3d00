import { useState } from "react";
import { useTopic } from "~/live/live";
import { useReloadWhile } from "~/live/reload-while";
import { useReload } from "~/ui/use-reload";

/** Keeps a page with the queue current. @param shown the ids of the requests that it shows. */
export function useQueue(shown: string) {
	const [published, setPublished] = useState<string>();
	useTopic("requests", { changed: (ids) => setPublished(ids.join()) });
	useReloadWhile(published === shown ? undefined : published, useReload());
}
