import { useEvery } from "../use-every";

const RETURN_POLL_MS = 5000;
const TIMEOUT_MS = 15_000;

/**
 * Replaces an overlay that cannot be rendered: transparent. Polls every 5 s and reloads the page once the site answers.
 */
export function NoOverlay() {
	useEvery(RETURN_POLL_MS, async () => {
		// Reloading while the site is unreachable would leave the browser's error page in the broadcast for good.
		if (await isAnswered()) location.reload();
	});
	return <main data-testid="no-overlay" />;
}

/** Whether the site answers for this page; false for an error of the site or of a proxy. */
async function isAnswered(): Promise<boolean> {
	try {
		const response = await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}
