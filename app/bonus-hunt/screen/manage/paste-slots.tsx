import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/ui/field";
import { useFormKey } from "~/ui/use-form-key";
import type { BadLine } from "../../model/slot-lines";
import { ManageForm, useManageForm, useOnSuccess } from "./manage-form";

interface Props {
	huntId: string;
	/** A new key: see `useFormKey`. */
	idempotencyKey: string;
	/** The proposed bet, as it is typed. */
	bet: string | undefined;
	/** The answer to a list of which some lines are bad. */
	pasted: { added: number; left: readonly BadLine[] } | undefined;
}

/** The form that adds a pasted list of slots. The lines that were not added stay in it. */
export function PasteSlots({ huntId, idempotencyKey, bet, pasted }: Props) {
	const { t } = useTranslation();
	const { refused } = useManageForm("add-slots");
	const formKey = useFormKey(idempotencyKey, refused !== undefined);
	const fields = useRef<HTMLDivElement>(null);
	// A later proposal would count as typed.
	const [proposedBet] = useState(bet);
	const left = pasted?.left.map(({ text }) => text).join("\n") ?? "";
	useOnSuccess("add-slots", () => {
		const list = fields.current?.querySelector("textarea");
		if (list) list.value = left;
	});
	const common = { answer: refused, idPrefix: "paste" };
	return (
		<details open={pasted !== undefined || refused !== undefined || undefined} className="panel">
			<summary className="link inline-block w-fit text-xl font-bold">{t("huntManage.pasteTitle")}</summary>
			<ManageForm
				intent="add-slots"
				fields={{ huntId, idempotencyKey: formKey.key }}
				guarded="page"
				onSend={formKey.onSent}
			>
				<div ref={fields} className="grid gap-4 pt-4">
					{pasted ? (
						<div role="status" className="grid gap-1" data-testid="pasted">
							<p className="font-semibold">{t("huntManage.pasted", { count: pasted.added })}</p>
							{pasted.left.map(({ line, text, fault }) => (
								<p key={line} className="wrap-anywhere">
									{t("huntManage.pasteLine", { line, fault: t(`huntManage.pasteFaults.${fault}`) })}{" "}
									<code>{text}</code>
								</p>
							))}
						</div>
					) : null}
					<Field
						name="list"
						label={t("huntManage.pasteList")}
						hint={t("huntManage.pasteHint")}
						rows={6}
						known={left}
						{...common}
					/>
					<Field
						name="bet"
						label={t("huntManage.pasteBet")}
						known={proposedBet}
						inputMode="decimal"
						{...common}
					/>
					<button type="submit" className="button justify-self-start">
						{t("huntManage.paste")}
					</button>
				</div>
			</ManageForm>
		</details>
	);
}
