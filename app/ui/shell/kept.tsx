import {
	type ComponentPropsWithoutRef,
	createElement,
	type ReactNode,
	type RefObject,
	useContext,
} from "react";
import { DocumentContext, type Inputs } from "./document-context";

type Tag = "article" | "div" | "footer" | "form" | "li" | "nav" | "ol" | "section" | "svg" | "ul";

type Props<Name extends Tag> = Omit<ComponentPropsWithoutRef<Name>, "children" | "by"> & {
	as: Name;
	/** All that the content depends on, besides the language. Undefined for content that is not kept. */
	by: Inputs | undefined;
	elementRef?: RefObject<HTMLElement>;
	/** Must not use `useId`, and must depend on `by` alone: a link or form without a path would lead to the page that was rendered first. */
	children: () => ReactNode;
};

/** An element whose content the server renders once for the same inputs. Pages of different viewers share it. */
export function Kept<Name extends Tag>({ as, by, elementRef, children, ...rest }: Props<Name>) {
	const { pieces } = useContext(DocumentContext);
	const props = { ...rest, ref: elementRef };
	if (!pieces || !by) return createElement(as, props, children());
	const known = pieces.find(by);
	if (known !== undefined) return createElement(as, { ...props, dangerouslySetInnerHTML: { __html: known } });
	const mark = pieces.mark(by);
	return createElement(as, props, mark, children(), mark);
}
