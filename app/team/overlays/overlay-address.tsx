import { useTranslation } from "react-i18next";
import { CopyButton } from "~/ui/copy-button";
import { PostForm } from "~/ui/post-form";

/** The secret address of the overlay, which can be copied and renewed. */
export function OverlayAddress({ address }: { address: string }) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="address">
			<h2 id="address" className="text-2xl font-bold">
				{t("alerts.address")}
			</h2>
			<p className="max-w-prose text-muted">{t("alerts.addressText")}</p>
			<p className="max-w-prose text-muted wrap-anywhere">{t("alerts.scenesText")}</p>
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
