import { useTranslation } from "react-i18next";
import { SettingField } from "~/settings/setting-field";
import type { ShownSetting } from "~/settings/settings.server";
import type { Faults, Person, Problem } from "./setup-problems.server";
import {
	type AskedName,
	PRESET_NAMES,
	type PresetName,
	presetOf,
	type SignInTexts,
} from "./sign-in-settings.server";

export interface FormProps {
	preset: PresetName;
	/** The settings of the environment. */
	fixed: SignInTexts;
	/** Never contains the secret. */
	texts: SignInTexts;
	hasSecret: boolean;
	/** The address of this page, which becomes the public one. */
	origin: string;
	faults?: Faults;
	problem?: Problem | undefined;
	/** Whether the provider was found. */
	isFound?: boolean;
	person?: Person | undefined;
}

/** The choice of the provider, and the form of its settings. */
export function SettingsForm({ preset, fixed, texts, hasSecret, origin, faults = {} }: FormProps) {
	const { t } = useTranslation();
	const { asked, console: register } = presetOf(preset);
	const otherFixed = Object.keys(fixed).filter((name) => !(asked as readonly string[]).includes(name));
	const fieldErrors: Record<string, string> = Object.fromEntries(
		Object.entries(faults).map(([name, { code, ...values }]) => [name, t(`setup.faults.${code}`, values)]),
	);
	const shown = (name: AskedName): ShownSetting => {
		const isHidden = name === "OIDC_CLIENT_SECRET";
		const [isFixed, isSet] = [name in fixed, isHidden && hasSecret];
		const value = isHidden ? "" : ((isFixed ? fixed : texts)[name] ?? "");
		return {
			...{ name, value, isHidden, isFixed, isSet, input: undefined, options: [] },
			...{ fallback: "", isWide: false, isIgnored: false },
		};
	};
	return (
		<section className="panel grid gap-4" aria-labelledby="service">
			<h2 id="service" className="text-2xl font-bold">
				{t("setup.form.service")}
			</h2>
			<nav aria-label={t("setup.form.service")} className="flex flex-wrap gap-2">
				{PRESET_NAMES.map((name) => (
					<a
						key={name}
						href={`/setup?provider=${name}`}
						className={`button ${name === preset ? "button-chosen" : "text-muted"}`}
						aria-current={name === preset ? "true" : undefined}
					>
						{t(`setup.presets.${name}.name`)}
					</a>
				))}
			</nav>
			<form method="post" action="/setup" className="grid gap-4" noValidate autoComplete="off">
				<input type="hidden" name="intent" value="save" />
				<input type="hidden" name="preset" value={preset} />
				<p>{t(`setup.presets.${preset}.register`)}</p>
				{register ? (
					<p>
						<a href={register} target="_blank" rel="noreferrer" className="link [overflow-wrap:anywhere]">
							{register}
						</a>
					</p>
				) : null}
				<div className="grid gap-1.5">
					<label htmlFor="redirect" className="font-semibold">
						{t("setup.form.redirect")}
					</label>
					<input
						id="redirect"
						readOnly
						value={`${origin}/login/callback`}
						className="field font-mono text-sm"
						aria-describedby="redirect-hint"
					/>
					<p id="redirect-hint" className="text-sm text-muted">
						{fixed.APP_ORIGIN ? null : t("setup.form.redirectHint", { origin })}
					</p>
					<p className="field-error empty:hidden">{fieldErrors.APP_ORIGIN}</p>
				</div>
				{asked.map((name) => (
					<SettingField key={name} setting={shown(name)} timeZone="" answer={{ fieldErrors }} />
				))}
				{otherFixed.length > 0 ? (
					<p className="text-sm text-muted [overflow-wrap:anywhere]">
						{t("setup.form.otherFixed", { names: otherFixed.join(", ") })}
					</p>
				) : null}
				<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
					{t("setup.form.save")}
				</button>
			</form>
		</section>
	);
}
