import {
	type ComponentPropsWithoutRef,
	createElement,
	Fragment,
	type ReactNode,
	type RefObject,
	useContext,
} from "react";
import { DocumentContext, type Inputs } from "./document-context";

type Tag = "article" | "div" | "footer" | "form" | "header" | "li" | "nav" | "ol" | "section" | "svg" | "ul";

type Props<Name extends Tag> = Omit<ComponentPropsWithoutRef<Name>, "children" | "by"> & {
	as: Name;
	/** All that the content depends on, besides the language and its own parts. Undefined for content that is not kept. */
	by: Inputs | undefined;
	/** Parts of the content that are rendered for each page. */
	own?: readonly ReactNode[];
	elementRef?: RefObject<HTMLElement>;
	/**
	 * Must not use `useId`, and must depend on `by` and the own parts alone: a link or form without a path would lead to the page that was
	 * rendered first. Own parts get no React context from it.
	 */
	children: (...own: readonly ReactNode[]) => ReactNode;
};

/** An element whose content the server renders once for the same inputs. Pages of different viewers share it. */
export function Kept<Name extends Tag>({ as, by, own, elementRef, children, ...rest }: Props<Name>) {
	return createElement(as, { ...rest, ref: elementRef }, useKept(by, children, own));
}

/** The content of {@link Kept}, for content that has no element around it. */
export function useKept(
	by: Inputs | undefined,
	children: Props<Tag>["children"],
	own: readonly ReactNode[] = [],
): ReactNode {
	const { pieces } = useContext(DocumentContext);
	if (!pieces || !by) return children(...own);
	const { piece, places, own: markOf } = pieces.open(by);
	if (places?.length === 0) return piece;
	const marked = (place: number) => {
		const mark = markOf(place);
		return createElement(Fragment, { key: place }, mark, own[place], mark);
	};
	const content = places ? places.map(marked) : children(...own.map((_, place) => marked(place)));
	return createElement(Fragment, null, piece, content, piece);
}
