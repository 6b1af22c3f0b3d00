/** The demo provider's pages: plain HTML without scripts, in Portuguese and English. */

const STYLE = `
:root{color-scheme:dark light;--ground:#120d1c;--card:#1e1730;--line:#3b2f5c;--text:#f5f1ff;--soft:#bdb2d9;--accent:#a970ff;--on-accent:#160a26;--wrong:#ff9b9b}
@media (prefers-color-scheme:light){:root{--ground:#f3eefc;--card:#fff;--line:#d3c6ee;--text:#1d1430;--soft:#5c4f7a;--accent:#6d28d9;--on-accent:#fff;--wrong:#b00020}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:1.25rem;padding:1.75rem}
h1{margin:0;font-size:1.5rem;line-height:1.2}
h1 [lang=en]{display:block;font-size:1rem;font-weight:500;margin-top:.25rem}
[lang=en]{color:var(--soft)}
h1+p{margin:.35rem 0 1.25rem}
form{margin:0}
.names{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
.actions{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.6rem}
button,a.button{display:block;width:100%;min-height:3rem;padding:.6rem 1rem;border-radius:.75rem;border:1px solid var(--line);background:transparent;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,a.button:hover{border-color:var(--accent)}
button.strong{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:focus-visible,input:focus-visible,select:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label{display:block;margin:1.5rem 0 .4rem;font-weight:600}
input,select{width:100%;min-height:3rem;padding:.6rem .9rem;border-radius:.75rem;border:1px solid var(--soft);background:var(--ground);color:inherit;font:inherit}
input+button{margin-top:.6rem}
.wrong{margin:.4rem 0;color:var(--wrong)}
.wrong [lang=en],.strong [lang=en]{color:inherit}
.last{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
`;

/** @param {string} text */
export function escapeHtml(text) {
	return String(text).replace(
		/[&<>"']/g,
		(character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ?? "",
	);
}

/** A text in both languages. @param {string} portuguese @param {string} english */
export function both(portuguese, english) {
	return `${portuguese} <span lang="en">· ${english}</span>`;
}

/** @param {string} title @param {string} body HTML */
export function page(title, body) {
	return `<!DOCTYPE html>
<html lang="pt">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

/**
 * The sign-in page: a button for each name, a field for another name, and a cancel button.
 * @param {{ action: string, names: readonly string[], typed?: string, wrong?: boolean }} options `wrong` marks `typed` as invalid
 */
export function pickNamePage({ action, names, typed = "", wrong = false }) {
	const buttons = names.map((name) => `<button name="name" value="${name}">${name}</button>`).join("\n");
	const complaint = wrong
		? `<p class="wrong" id="wrong" role="alert">${both(
				"Usa 2 a 25 letras, algarismos ou sublinhados.",
				"Use 2 to 25 letters, digits or underscores.",
			)}</p>`
		: "";
	const described = wrong ? ' aria-invalid="true" aria-describedby="wrong"' : "";
	return page(
		"Entrar · Sign in",
		`<h1>Quem és tu?<span lang="en">Who are you?</span></h1>
<p>${both("Contas de demonstração, sem palavra-passe.", "Demo accounts, no password.")}</p>
<form method="post" action="${action}" class="names">${buttons}</form>
<form method="post" action="${action}">
<label for="name">${both("Outro nome", "Another name")}</label>
<input id="name" name="name" value="${escapeHtml(typed)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="25"${described}>
${complaint}<button class="strong">${both("Entrar", "Sign in")}</button>
</form>
<form method="post" action="${action}" class="last"><button name="cancel" value="yes">${both("Cancelar", "Cancel")}</button></form>`,
	);
}

/** The page for an expired sign-in or missing cookies. @param {string} siteOrigin */
export function expiredPage(siteOrigin) {
	return page(
		"Sessão expirada · Expired",
		`<h1>Este início de sessão expirou</h1>
<p lang="en">This sign-in has expired.</p>
<a class="button" href="${escapeHtml(siteOrigin)}/">${both("Voltar ao site", "Back to the site")}</a>`,
	);
}

/** The page for a protocol error. @param {{ error: string, error_description?: string }} problem @param {string} siteOrigin */
export function errorPage(problem, siteOrigin) {
	return page(
		"Erro · Error",
		`<h1>Algo correu mal<span lang="en">Something went wrong</span></h1>
<p lang="en">${escapeHtml(problem.error)}${problem.error_description ? `: ${escapeHtml(problem.error_description)}` : ""}</p>
<a class="button" href="${escapeHtml(siteOrigin)}/">${both("Voltar ao site", "Back to the site")}</a>`,
	);
}

/** Asks for confirmation of a sign-out without an ID token from the site. @param {string} form oidc-provider's HTML form */
export function confirmLogoutPage(form) {
	return page(
		"Terminar sessão · Sign out",
		`<h1>Terminar sessão?<span lang="en">Sign out?</span></h1><p></p>${form}
<button class="strong" form="op.logoutForm" name="logout" value="yes">${both("Terminar sessão", "Sign out")}</button>`,
	);
}

/** The page after a sign-out without a redirect to the site. @param {string} siteOrigin */
export function signedOutPage(siteOrigin) {
	return page(
		"Sessão terminada · Signed out",
		`<h1>Sessão terminada<span lang="en">Signed out</span></h1><p></p>
<a class="button" href="${escapeHtml(siteOrigin)}/">${both("Voltar ao site", "Back to the site")}</a>`,
	);
}
