import type { SecretBox } from "~/lib/secret-box.server";
import { declarationOf, SETTING_NAMES, type SettingName } from "~/lib/settings.server";

/** Texts of settings by their names, as in the environment. */
type Texts = Readonly<Record<string, string | undefined>>;

export const isSecret = (name: string): boolean =>
	SETTING_NAMES.includes(name as SettingName) && declarationOf(name as SettingName).secret !== undefined;

const ownerOf = (name: string) => `setting ${name}`;

/** The texts as they are stored: secrets are encrypted. */
export const sealed = (box: SecretBox, texts: Texts): Record<string, string> =>
	Object.fromEntries(
		Object.entries(texts).map(([name, text = ""]) => [
			name,
			isSecret(name) ? box.seal(text, ownerOf(name)) : text,
		]),
	);

/**
 * Stored texts with their secrets.
 * @param onUnreadable called with each secret that was encrypted with another key and is left out.
 */
export function opened(box: SecretBox, stored: Texts, onUnreadable?: (name: string) => void) {
	const texts = Object.entries(stored).map(([name, text]) => {
		if (!isSecret(name) || !text) return [name, text];
		try {
			return [name, box.open<string>(text, ownerOf(name))];
		} catch {
			onUnreadable?.(name);
			return [name, undefined];
		}
	});
	return Object.fromEntries(texts) as Record<string, string | undefined>;
}
