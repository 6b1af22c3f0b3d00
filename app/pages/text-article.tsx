import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageTabs } from "~/ui/shell/page-tabs";
import "~/ui/data-table.css";
import type { Block, Piece, TextPage } from "./text";
import "./text-article.css";

/** A legal text with its table of contents and links to the other legal texts. */
export function TextArticle({ page, updated }: { page: TextPage; updated: string }) {
	const { t } = useTranslation();
	const { title, intro, sections } = page;
	return (
		<div className="text-article">
			<header className="grid gap-4">
				<PageTabs
					label={t("legal.texts")}
					pages={[
						["/terms", t("shell.terms")],
						["/privacy", t("shell.privacy")],
						["/cookies", t("shell.cookies")],
					]}
				/>
				<h1 className="mt-2 text-4xl font-extrabold sm:text-5xl">{title}</h1>
				<p className="text-sm text-muted">{t("legal.updated", { date: updated })}</p>
				<p className="max-w-prose text-lg">
					<Pieces pieces={intro} />
				</p>
			</header>
			<nav aria-labelledby="contents" className="text-article__contents panel">
				<h2 id="contents" className="text-lg font-bold">
					{t("legal.contents")}
				</h2>
				<ol>
					{sections.map(({ id, title }) => (
						<li key={id}>
							<a href={`#${id}`}>{title}</a>
						</li>
					))}
				</ol>
			</nav>
			<div className="grid gap-10">
				{sections.map(({ id, title, blocks }) => (
					<section key={id} aria-labelledby={id} className="grid gap-4">
						<h2 id={id} className="text-2xl font-bold">
							{title}
						</h2>
						{blocks.map((block, at) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
							<ShownBlock key={at} block={block} caption={title} />
						))}
					</section>
				))}
			</div>
		</div>
	);
}

function ShownBlock({ block, caption }: { block: Block; caption: string }) {
	if (block.kind === "text") {
		return (
			<p className="max-w-prose">
				<Pieces pieces={block.pieces} />
			</p>
		);
	}
	if (block.kind === "list") {
		return (
			<ul className="grid max-w-prose list-disc gap-2 pl-5 marker:text-accent-text">
				{block.items.map((pieces, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: as above.
					<li key={at}>
						<Pieces pieces={pieces} />
					</li>
				))}
			</ul>
		);
	}
	return (
		<table className="data-table text-sm">
			<caption className="sr-only">{caption}</caption>
			<thead className="text-left text-muted">
				<tr>
					{block.head.map((cell) => (
						<th key={cell} scope="col">
							{cell}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{block.rows.map((row, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: as above.
					<tr key={at} className="align-top">
						{row.map((pieces, column) => (
							<td key={block.head[column]} data-label={block.head[column]} className="first:font-semibold">
								<span>
									<Pieces pieces={pieces} />
								</span>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Running text: plain text, links and names. */
export const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => (
	<>
		{pieces.map((piece, at) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: as above.
			<ShownPiece key={at} piece={piece} />
		))}
	</>
);

function ShownPiece({ piece }: { piece: Piece }) {
	if (typeof piece === "string") return <>{piece}</>;
	if ("code" in piece) return <code className="font-mono text-[0.9em] wrap-anywhere">{piece.code}</code>;
	const { text, to } = piece;
	if (to.startsWith("/")) {
		return (
			<Link to={to} className="link">
				{text}
			</Link>
		);
	}
	return (
		<a href={to} className="link wrap-anywhere" {...(to.startsWith("https:") && { rel: "noreferrer" })}>
			{text}
		</a>
	);
}
