import { act, createElement, type ReactNode } from "react";
import { vi } from "vitest";

const TARGET = { addEventListener() {}, removeEventListener() {} };
const DOCUMENT = { ...TARGET, nodeType: 9, nodeName: "#document", activeElement: null, defaultView: null };
/** An element that React accepts as the container of components that render nothing. */
const CONTAINER = { ...TARGET, nodeType: 1, tagName: "DIV", nodeName: "DIV", ownerDocument: DOCUMENT };

/**
 * Runs hooks with React's own renderer, so that effects and state changes take place as in a browser. The test calls
 * `vi.unstubAllGlobals` afterwards.
 * @param useHooks is called in each render.
 * @param wrap adds the providers.
 */
export async function runHooks<Props, Result>(
	useHooks: (props: Props) => Result,
	wrap: (child: ReactNode, props: Props) => ReactNode = (child) => child,
) {
	const globals = { ...TARGET, document: DOCUMENT, IS_REACT_ACT_ENVIRONMENT: true };
	const window = { ...globals, HTMLIFrameElement: class {} };
	for (const [name, value] of Object.entries({ ...globals, window })) vi.stubGlobal(name, value);
	const { createRoot } = await import("react-dom/client");
	const root = createRoot({ ...CONTAINER } as unknown as Element);
	const rendered: Result[] = [];
	const Hooks = (props: { of: Props }) => {
		rendered.push(useHooks(props.of));
		return null;
	};
	return {
		/** The results of all renders, in order. */
		rendered,
		current: () => rendered.at(-1) as Result,
		render: (props: Props) => act(() => root.render(wrap(createElement(Hooks, { of: props }), props))),
		act: (change: () => void) => act(change),
		unmount: () => act(() => root.unmount()),
	};
}
