import { Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { detailsOf } from "../../model/hunt";
import type { ManagedHunt } from "../../model/manage.server";
import { HuntFields } from "./hunt-fields";
import { ManageForm, useManageForm, useOnSuccess } from "./manage-form";

interface Props {
	hunt: ManagedHunt;
	/** Whether the confirmation to finish is shown. */
	isFinishing: boolean;
	language: Language;
}

/** The panels for the hunt as a whole: guessing, details, finish. */
export function HuntControls({ hunt, isFinishing, language }: Props) {
	return (
		<div className="grid items-start gap-5 lg:grid-cols-2">
			<div className="grid gap-5">
				<Guessing hunt={hunt} language={language} />
				<Finish hunt={hunt} isFinishing={isFinishing} />
			</div>
			<Details hunt={hunt} language={language} />
		</div>
	);
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id} className="panel grid content-start gap-4">
			<h2 id={id} className="text-2xl font-bold">
				{title}
			</h2>
			{children}
		</section>
	);
}

function Guessing({ hunt, language }: Omit<Props, "isFinishing">) {
	const { t } = useTranslation();
	const isOpen = hunt.guessing === "open";
	const isFinal = hunt.payoutShownAt !== null;
	const guesses = { count: hunt.guesses, guesses: formatPoints(hunt.guesses, language) };
	return (
		<Panel id="guessing" title={t("huntManage.guessing")}>
			<p className="text-muted" data-testid="guessing">
				{t(isOpen ? "huntManage.guessingOpen" : "huntManage.guessingClosed")}{" "}
				{isOpen ? t("huntManage.guessingEnds") : null}
				{isFinal ? t("huntManage.guessingFinal") : null}{" "}
				<strong className="text-text tabular-nums">{t("huntManage.guesses", guesses)}</strong>
			</p>
			{isFinal ? null : (
				<ManageForm intent="guessing" fields={{ huntId: hunt.id, guessing: isOpen ? "closed" : "open" }}>
					<button type="submit" className="button">
						{t(isOpen ? "huntManage.closeGuessing" : "huntManage.openGuessing")}
					</button>
				</ManageForm>
			)}
		</Panel>
	);
}

function Details({ hunt, language }: Omit<Props, "isFinishing">) {
	const { t } = useTranslation();
	const { detailsRevision } = hunt;
	const [details, setDetails] = useState({ ...detailsOf(hunt), detailsRevision });
	const [isTouched, setTouched] = useState(false);
	const { refused, isBusy } = useManageForm("edit");
	useOnSuccess("edit", () => setTouched(false));
	// Typed values stay. The server refuses them when the details were edited in the meantime.
	if (details.detailsRevision !== detailsRevision && !isTouched && !isBusy && !refused) {
		setDetails({ ...detailsOf(hunt), detailsRevision });
	}
	return (
		<Panel id="details" title={t("huntManage.details")}>
			<ManageForm
				key={details.detailsRevision}
				intent="edit"
				fields={{
					huntId: hunt.id,
					detailsRevision: refused?.code === "editConflict" ? detailsRevision : details.detailsRevision,
				}}
				guarded="page"
				className="grid gap-4"
			>
				<div onInput={() => setTouched(true)}>
					<HuntFields known={details} answer={refused} language={language} />
				</div>
				<button type="submit" className="button sm:justify-self-start sm:px-8">
					{t(isBusy ? "huntManage.saving" : "huntManage.save")}
				</button>
			</ManageForm>
		</Panel>
	);
}

function Finish({ hunt, isFinishing }: Pick<Props, "hunt" | "isFinishing">) {
	const { t } = useTranslation();
	const { total, opened } = hunt.statistics;
	const fields = { huntId: hunt.id };
	if (total === 0) {
		return (
			<Panel id="finish" title={t("huntManage.finishTitle")}>
				<p className="text-muted">{t("huntManage.discardText")}</p>
				<ManageForm intent="discard" fields={fields}>
					<button type="submit" className="button">
						{t("huntManage.discard")}
					</button>
				</ManageForm>
			</Panel>
		);
	}
	return (
		<Panel id="finish" title={t("huntManage.finishTitle")}>
			<p className="text-muted">{t("huntManage.finishText")}</p>
			{isFinishing ? (
				<div className="grid gap-3 rounded-2xl bg-raised p-4">
					<p className="font-semibold">
						{total === opened
							? t("huntManage.finishQuestionAll")
							: t("huntManage.finishQuestion", { count: total - opened })}
					</p>
					<ManageForm intent="finish" fields={fields} search="?ask=finish" className="flex flex-wrap gap-3">
						<button type="submit" className="button button-primary">
							{t("huntManage.finish")}
						</button>
						<Link to="/bonus-hunt/manage" preventScrollReset className="button">
							{t("huntManage.cancel")}
						</Link>
					</ManageForm>
				</div>
			) : (
				<Link
					to="/bonus-hunt/manage?ask=finish#finish"
					preventScrollReset
					className="button justify-self-start"
				>
					{t("huntManage.finish")}
				</Link>
			)}
		</Panel>
	);
}
