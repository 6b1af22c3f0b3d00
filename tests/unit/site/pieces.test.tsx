import { createHash } from "node:crypto";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { giveNames } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { openPieces } from "~/site/pieces.server";
import { DocumentContext, type Inputs } from "~/ui/shell/document-context";
import { Kept } from "~/ui/shell/kept";

let renders = 0;

const NONCE = "a-nonce";

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
	const pieces = openPieces(language, NONCE);
	const page = (
		<DocumentContext.Provider value={{ pieces }}>
			<Page text={text} by={by} />
		</DocumentContext.Provider>
	);
	return { ...pieces.keep(renderToString(page)), renders };
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

/** A page with a shared piece whose own parts are the name, which occurs twice, and the balance. */
const Own = ({ name, balance, by }: { name: string; balance: ReactNode; by: Inputs | undefined }) => (
	<main>
		<Kept as="header" by={by} own={[name, balance]}>
			{(own, points) => (
				<>
					<Counted text="shared" />
					<p>Points: {points}!</p>
					<b>{own}</b>
					{own}
				</>
			)}
		</Kept>
	</main>
);

function renderPage(page: ReactElement) {
	renders = 0;
	const pieces = openPieces("en", NONCE);
	const html = renderToString(<DocumentContext.Provider value={{ pieces }}>{page}</DocumentContext.Provider>);
	return { ...pieces.keep(html), renders };
}

it("each page has its own parts in a shared piece", () => {
	const viewers: [name: string, balance: ReactNode][] = [
		["ana", 5],
		["bruno", <i key="none">0</i>],
		["", null],
	];
	for (const [at, [name, balance]] of viewers.entries()) {
		const { html, renders } = renderPage(<Own name={name} balance={balance} by={["own"]} />);
		expect(plain(html)).toBe(plain(renderToString(<Own name={name} balance={balance} by={undefined} />)));
		expect(renders).toBe(at === 0 ? 1 : 0);
	}
	const { html } = renderPage(<Own name="ana" balance={5} by={["own"]} />);
	expect(html).toContain("<b>ana</b>");
});

it("an own part that the piece does not show is in no page", () => {
	const page = (
		<main>
			<Kept as="div" by={["unused"]} own={["ana"]}>
				{() => "for all"}
			</Kept>
			after
		</main>
	);
	const [first, second] = [renderPage(page), renderPage(page)];
	expect(first.html).toBe("<main><div>for all</div>after</main>");
	expect(second.html).toBe(first.html);
});

it("an own part may contain other pieces", () => {
	const page = (name: string, by: boolean) => (
		<Own
			name="ana"
			balance={<Own name={name} balance={1} by={by ? ["inner own"] : undefined} />}
			by={by ? ["own around"] : undefined}
		/>
	);
	for (const name of ["carla", "dinis", "carla"])
		expect(plain(renderPage(page(name, true)).html)).toBe(plain(renderToString(page(name, false))));
});

it("a piece is not kept if it contains own parts of another one", () => {
	const page = (name: string, isKept: boolean) => (
		<Kept as="nav" by={isKept ? ["around"] : undefined}>
			{() => <Own name={name} balance={2} by={isKept ? ["within"] : undefined} />}
		</Kept>
	);
	for (const name of ["ana", "bruno", "ana"])
		expect(plain(renderPage(page(name, true)).html)).toBe(plain(renderToString(page(name, false))));
});

it("each page has the hashes of inline scripts with the render's nonce, and of no others", () => {
	const script = (nonce: string) => (
		<script key={nonce} nonce={nonce}>
			run()
		</script>
	);
	const page = (
		<Kept as="div" by={["script"]}>
			{() => [script(NONCE), script("another")]}
		</Kept>
	);
	const [first, second] = [renderPage(page), renderPage(page)];
	expect(first.html).toBe('<div><script>run()</script><script nonce="another">run()</script></div>');
	expect(second).toEqual(first);
	expect(first.scripts).toEqual([`'sha256-${createHash("sha256").update("run()").digest("base64")}'`]);
});
