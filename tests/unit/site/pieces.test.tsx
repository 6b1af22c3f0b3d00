import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { giveNames } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { openPieces } from "~/site/pieces.server";
import { DocumentContext, type Inputs } from "~/ui/shell/document-context";
import { Kept } from "~/ui/shell/kept";

let renders = 0;

function Counted({ text }: { text: string }) {
	renders += 1;
	return <b>{text}</b>;
}

const Page = ({ text, by }: { text: string; by: Inputs | undefined }) => (
	<main>
		<Kept as="nav" by={by} id="outer">
			{() => (
				<>
					{text} &amp; {"<"}
					<Kept as="ul" by={by && ["inner", ...by]}>
						{() => [<Counted key="one" text={text} />, <Counted key="two" text="same" />]}
					</Kept>
				</>
			)}
		</Kept>
		<p>{text}</p>
	</main>
);

/** Renders a page as the server does, and counts how often {@link Counted} was rendered. */
function render(text: string, by: Inputs | undefined, language: Language = "en") {
	renders = 0;
	const pieces = openPieces(language, "a-nonce");
	const page = (
		<DocumentContext.Provider value={{ pieces }}>
			<Page text={text} by={by} />
		</DocumentContext.Provider>
	);
	return { html: pieces.keep(renderToString(page)), renders };
}

/** The page as the browser expects it, without the separators of texts, which it ignores. */
const expected = (text: string) => plain(renderToString(<Page text={text} by={undefined} />));
const plain = (html: string) => html.replaceAll("<!-- -->", "");

it("a piece is rendered once for the same inputs, and the page stays the same", () => {
	const [first, second] = [render("one", ["one", { a: 1 }]), render("one", ["one", { a: 1 }])];
	expect([first.renders, second.renders]).toEqual([2, 0]);
	expect(plain(first.html)).toBe(expected("one"));
	expect(second.html).toBe(first.html);
});

it.each([
	["inputs", () => render("two", ["two", { a: 2 }])],
	["a language", () => render("two", ["two", { a: 1 }], "pt")],
	[
		"names in the texts",
		() => {
			giveNames("en", {});
			return render("two", ["two", { a: 1 }]);
		},
	],
])("with other %s it is rendered again", (_, again) => {
	expect(render("two", ["two", { a: 1 }]).renders).toBeGreaterThanOrEqual(0);
	const { html, renders } = again();
	expect(renders).toBe(2);
	expect(plain(html)).toBe(expected("two"));
});

it("the rest of the page is rendered each time, as is a piece without inputs", () => {
	render("three", ["three"]);
	expect(render("four", ["three"]).html).toContain("<p>four</p>");
	expect([render("five", undefined).renders, render("five", undefined).renders]).toEqual([2, 2]);
});

it("a text like a mark of another render is not taken for one", () => {
	const text = "another-nonce#0;x another-nonce#0;";
	expect(plain(render(text, ["six"]).html)).toBe(expected(text));
	expect(plain(render(text, ["six"]).html)).toBe(expected(text));
});
