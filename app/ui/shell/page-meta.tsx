import { useLocation, useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isLanguage, LOCALES, otherLanguages } from "~/i18n/languages";
import type { Handle } from "./handle";

/** The default picture of link previews, and the size of all of them. */
const PICTURE = { path: "/share.png", width: 1200, height: 630 };

interface Props {
	/** The channel's name. */
	name: string;
	/** The channel's tagline; may be empty. */
	tagline: string;
	/** The site's origin, without a slash at the end. */
	origin: string;
}

/** What the innermost routes declare, with the loader's data of the route that declares the picture. */
function useDeclared(t: TFunction) {
	const matches = useMatches().map(({ handle, data }) => ({ handle: handle as Handle | undefined, data }));
	const last = <Key extends keyof Handle>(key: Key) =>
		matches.findLast(({ handle }) => handle?.[key] !== undefined);
	const picture = last("picture");
	const titled = last("title");
	const described = last("description");
	return {
		title: titled?.handle?.title?.(t, titled.data),
		description: described?.handle?.description?.(t, described.data),
		picture: picture?.handle?.picture?.(picture.data),
		canonical: matches.at(-1)?.handle?.canonical,
		notListed: last("notListed") !== undefined,
	};
}

/** What {@link PageMeta} shows of the current page; plain data. */
export function usePageMeta({ name, tagline, origin }: Props) {
	const { t, i18n } = useTranslation();
	const { pathname } = useLocation();
	const page = useDeclared(t);
	return {
		name,
		title: page.title,
		description: page.description ?? (tagline || t("shell.description", { name })),
		address: origin + (page.canonical ?? pathname),
		picture: origin + (page.picture ?? PICTURE.path),
		notListed: page.notListed,
		language: isLanguage(i18n.language) ? i18n.language : undefined,
	};
}

/** The document's title, its description, and the Open Graph tags that link previews show. Networks without their own tags read them too. */
export function PageMeta(page: ReturnType<typeof usePageMeta>) {
	const { name, title, description, address, picture, notListed, language } = page;
	return (
		<>
			<title>{title ? `${title} · ${name}` : name}</title>
			<meta name="description" content={description} />
			{notListed ? <meta name="robots" content="noindex" /> : null}
			<link rel="canonical" href={address} />
			<meta property="og:type" content="website" />
			<meta property="og:site_name" content={name} />
			<meta property="og:title" content={title ?? name} />
			<meta property="og:description" content={description} />
			<meta property="og:url" content={address} />
			<meta property="og:image" content={picture} />
			<meta property="og:image:width" content={String(PICTURE.width)} />
			<meta property="og:image:height" content={String(PICTURE.height)} />
			{language ? (
				<>
					<meta property="og:locale" content={LOCALES[language].replace("-", "_")} />
					{otherLanguages(language).map((other) => (
						<meta key={other} property="og:locale:alternate" content={LOCALES[other].replace("-", "_")} />
					))}
				</>
			) : null}
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
}
