/** The page that is shown until the site can start. */

const TEXTS = {
	pt: {
		title: "O site está a ser preparado",
		text: "Esta página abre o site assim que estiver pronto. A primeira vez demora um a dois minutos.",
	},
	en: {
		title: "The site is being prepared",
		text: "This page opens the site as soon as it is ready. The first time takes one to two minutes.",
	},
};
const RETRY_SECONDS = 2;

/** The language of a request among those of the site; Portuguese if it names neither first. */
export function languageOf(acceptLanguage = "") {
	const weights = acceptLanguage.split(",").map((part) => {
		const [tag, weight = "q=1"] = part.trim().split(";");
		return { language: tag.slice(0, 2).toLowerCase(), weight: Number(weight.trim().slice(2)) };
	});
	const known = weights.filter(({ language }) => language in TEXTS).sort((a, b) => b.weight - a.weight);
	return known[0]?.language ?? "pt";
}

/** With scripts the page also survives the moment in which the site takes over the port. */
function page(lang) {
	const { title, text } = TEXTS[lang];
	return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} – Plateia</title>
<noscript><meta http-equiv="refresh" content="${RETRY_SECONDS}"></noscript>
<style>body { max-width: 36rem; margin: 20vh auto; padding: 0 1rem; font: 1.125rem/1.5 system-ui, sans-serif }</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
<script>
setInterval(async () => {
	try {
		if ((await fetch(location.href, { method: "HEAD" })).status !== 503) location.reload();
	} catch {}
}, ${RETRY_SECONDS * 1000});
</script>
</body>
</html>
`;
}

/** Answers every request with the page and 503. @type {import("node:http").RequestListener} */
export function answerPreparing(request, response) {
	response
		.writeHead(503, {
			"Content-Type": "text/html; charset=utf-8",
			"Cache-Control": "no-store",
			"Retry-After": String(RETRY_SECONDS),
			Vary: "Accept-Language",
		})
		.end(page(languageOf(request.headers["accept-language"])));
}
