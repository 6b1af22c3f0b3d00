import { useTranslation } from "react-i18next";
import { DataTable } from "~/ui/data-table";
import { PostForm } from "~/ui/post-form";
import type { readAlertsPage } from "./alerts.server";

/** The last alerts, with the buttons that test, mute and skip them. */
export function AlertList({ isMuted, alerts }: Awaited<ReturnType<typeof readAlertsPage>>) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="alerts">
			<h2 id="alerts" className="text-2xl font-bold">
				{t("alerts.last")}
			</h2>
			{isMuted ? <p role="status">{t("alerts.muted")}</p> : null}
			<PostForm className="flex flex-wrap gap-3">
				<button type="submit" name="act" value="test" className="button button-primary">
					{t("alerts.test")}
				</button>
				<button type="submit" name="act" value={isMuted ? "unmute" : "mute"} className="button">
					{t(isMuted ? "alerts.unmute" : "alerts.mute")}
				</button>
			</PostForm>
			{alerts.length === 0 ? (
				<p className="text-muted">{t("alerts.none")}</p>
			) : (
				<DataTable
					caption={t("alerts.last")}
					rows={alerts}
					keyOf={({ id }) => id}
					testId="alert"
					columns={[
						{
							label: t("alerts.alert"),
							className: "wrap-anywhere",
							cell: ({ title, more }) =>
								[title ?? t("alerts.gone"), more > 0 && t("alerts.more", { count: more })]
									.filter(Boolean)
									.join(" "),
						},
						{ label: t("alerts.time"), cell: ({ at }) => at },
						{
							label: t("alerts.state"),
							cell: ({ id, state, title }) => (
								<span className="flex flex-wrap items-center gap-3">
									{t(`alerts.states.${state}`)}
									{state === "waiting" || state === "showing" ? (
										<PostForm fields={{ act: "skip", id: String(id) }}>
											<button
												type="submit"
												className="button"
												aria-label={`${t("alerts.skip")}: ${title ?? ""}`}
											>
												{t("alerts.skip")}
											</button>
										</PostForm>
									) : null}
								</span>
							),
						},
					]}
				/>
			)}
		</section>
	);
}
