import { type ComponentType, lazy, Suspense } from "react";

/**
 * A part of a page whose code browsers load only if the page shows it: before hydration if the document has an element
 * with this id, else when it is first rendered.
 * @param isRendered whether the document of the tab contains the page.
 */
export async function part<Props extends object>(
	id: string,
	load: () => Promise<ComponentType<Props>>,
	isRendered: boolean,
) {
	if (import.meta.env.SSR || !isRendered || document.getElementById(id)) return load();
	const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
	return (props: Props) => (
		<Suspense>
			<Later {...props} />
		</Suspense>
	);
}
