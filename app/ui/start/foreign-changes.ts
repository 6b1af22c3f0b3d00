import type { Change } from "./start-script";

/**
 * Undoes changes of the document, the last one first, so that React finds the server's nodes.
 * @returns a function that puts back what was added beside the page's content, such as a toolbar or a style sheet.
 */
export function undoChanges(changes: readonly Change[]): () => void {
	const beside: (readonly [parent: Node, node: Node])[] = [];
	const undo = ({ target, addedNodes, removedNodes, nextSibling, oldValue }: Change) => {
		if (oldValue !== null) target.nodeValue = oldValue;
		for (const node of addedNodes) {
			if (node.parentNode !== target) continue;
			target.removeChild(node);
			if (/^(HTML|HEAD|BODY)$/.test(target.nodeName)) beside.unshift([target, node]);
		}
		for (const node of removedNodes)
			target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
	};
	for (const change of [...changes].reverse()) {
		try {
			undo(change);
		} catch {
			// React renders the document again.
		}
	}
	return () => {
		for (const [parent, node] of beside) if (parent.isConnected) parent.appendChild(node);
	};
}
