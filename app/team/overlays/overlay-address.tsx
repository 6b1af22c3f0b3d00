import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Choices } from "~/ui/choices";
import { CopyButton } from "~/ui/copy-button";
import { PostForm } from "~/ui/post-form";
import type { readOverlayAddress } from "./page.server";

/** The secret address of the overlay with the chosen scenes, which can be copied and renewed. */
export function OverlayAddress({ address, scenes, choices }: Awaited<ReturnType<typeof readOverlayAddress>>) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="address">
			<h2 id="address" className="text-2xl font-bold">
				{t("alerts.address")}
			</h2>
			<p className="max-w-prose text-muted">{t("alerts.addressText")}</p>
			<Form method="get" preventScrollReset className="grid justify-items-start gap-3">
				<Choices
					name="scenes"
					legend={t("alerts.scenesText")}
					options={choices.map((value) => ({ value, label: t(`alerts.scenes.${value}`) }))}
					ticked={scenes}
					layout="flex flex-wrap gap-x-6 gap-y-1"
				/>
				<button type="submit" className="button">
					{t("alerts.choose")}
				</button>
			</Form>
			<details>
				<summary className="py-2.5">{t("alerts.show")}</summary>
				<input
					readOnly
					value={address}
					aria-label={t("alerts.address")}
					className="field font-mono text-sm"
				/>
			</details>
			<div className="flex flex-wrap gap-3">
				<CopyButton text={address} label={t("alerts.copy")} copiedLabel={t("alerts.copied")} />
				<PostForm>
					<button type="submit" name="act" value="renew" className="button">
						{t("alerts.renew")}
					</button>
				</PostForm>
			</div>
		</section>
	);
}
