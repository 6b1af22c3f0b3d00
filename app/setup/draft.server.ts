import type { IdentityProvider } from "~/account/identity-provider.server";
import { withoutEmpty } from "~/lib/without-empty";
import type { Faults, Person, Problem } from "./setup-problems.server";
import {
	isPreset,
	type PresetName,
	presetOf,
	publicOriginIn,
	type SignInName,
	type SignInTexts,
	withScheme,
} from "./sign-in-settings";

/** What has been entered so far. */
export interface Draft {
	preset: PresetName;
	/** As typed. An empty text is a field that was left blank; a missing one is what its field proposes. */
	texts: SignInTexts;
	faults: Faults;
	problem?: Problem;
	/** Found with these settings. */
	provider?: IdentityProvider;
	/** Who has signed in there. */
	person?: Person;
}

/** The rules of drafts beside the settings that the environment fixes. An origin is that of the page in the browser. */
export function createDraftRules(fixed: SignInTexts) {
	/** The public address that a draft has; undefined for one that is invalid. */
	const addressIn = ({ texts }: Draft, origin: string): string | undefined =>
		fixed.APP_ORIGIN ?? (texts.APP_ORIGIN ? publicOriginIn(texts.APP_ORIGIN) : origin);

	/** The settings of a draft that the environment does not set. */
	function settingsIn({ preset, texts }: Draft, origin: string): SignInTexts {
		const { asked, fixed: known, proposed } = presetOf(preset);
		const proposals = proposed(origin);
		const typed = Object.fromEntries(asked.map((name) => [name, texts[name] ?? proposals[name] ?? ""]));
		const all = { ...known, ...typed, OIDC_ISSUER: known.OIDC_ISSUER ?? withScheme(typed.OIDC_ISSUER ?? "") };
		const settings = Object.entries({ ...all, APP_ORIGIN: origin });
		return withoutEmpty(Object.fromEntries(settings.filter(([name]) => !(name in fixed))));
	}

	/** What was typed for a provider; for another one than the draft's, only the address. */
	const textsFor = (preset: PresetName, { preset: known, texts }: Draft): SignInTexts =>
		preset === known ? texts : withoutEmpty({ APP_ORIGIN: texts.APP_ORIGIN });

	/** The draft that a form makes of the one before. */
	function draftOf(typed: FormData, before: Draft, origin: string): Draft {
		const chosen = typed.get("preset");
		const preset = isPreset(chosen) ? chosen : before.preset;
		const { asked, proposed } = presetOf(preset);
		const names = (["APP_ORIGIN", ...asked] as const).filter((name) => !(name in fixed));
		const proposals = proposed(origin);
		const texts: Partial<Record<SignInName, string>> = {};
		for (const name of names) {
			const text = String(typed.get(name) ?? "").trim();
			if (text !== proposals[name]) texts[name] = text;
		}
		const next: Draft = { preset, texts, faults: {} };
		texts.OIDC_CLIENT_SECRET ||= keptSecret(before, next, origin);
		if (texts.OIDC_SCOPE === "") next.faults.OIDC_SCOPE = { code: "OIDC_SCOPE" };
		if (addressIn(next, origin) === undefined) next.faults.APP_ORIGIN = { code: "APP_ORIGIN" };
		return next;
	}

	/** The secret for a field that was left blank: the one before, unless a provider that was found is replaced. */
	function keptSecret(before: Draft, next: Draft, origin: string): string {
		const secret = textsFor(next.preset, before).OIDC_CLIENT_SECRET ?? "";
		const [old, fresh] = [settingsIn(before, origin), settingsIn(next, origin)];
		const isSame = (["OIDC_ISSUER", "OIDC_CLIENT_ID"] as const).every((name) => old[name] === fresh[name]);
		return isSame || !before.provider ? secret : "";
	}

	return { addressIn, settingsIn, textsFor, draftOf };
}
