import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { Field } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { useFormKey } from "~/ui/use-form-key";
import { MAX_LENGTH } from "../../model/hunt";
import { ManageForm, useManageForm, useOnSuccess } from "./manage-form";

interface Props {
	huntId: string;
	/** A new key: see `useFormKey`. */
	idempotencyKey: string;
	/** Bet of the previous slot in cents, used as the default. */
	bet: number | undefined;
	/** Suggested slot names. */
	names: readonly string[];
	/** Whether the name field has the focus at first. */
	takesFocus: boolean;
	language: Language;
}

/** The form that adds a slot. When it is sent, the name has the focus; after a success it is emptied, except the bet. */
export function AddSlot({ huntId, idempotencyKey, bet, names, takesFocus, language }: Props) {
	const { t } = useTranslation();
	const { refused } = useManageForm("add-slot");
	const name = useRef<HTMLInputElement>(null);
	const formKey = useFormKey(idempotencyKey, refused !== undefined);
	const sent = useRef<FormData>();
	/** The name that was refused, if another one has been typed since. */
	const [lost, setLost] = useState<string>();
	function onSend(form: HTMLFormElement) {
		sent.current = new FormData(form);
		formKey.onSent();
		// What is typed while the slot is being stored is the next name, and replaces this one.
		name.current?.focus({ preventScroll: true });
		name.current?.select();
	}
	useOnSuccess("add-slot", () => {
		for (const field of ["name", "provider", "image", "preNote"]) {
			const input = name.current?.form?.elements.namedItem(field);
			if (input instanceof HTMLInputElement && input.value === sent.current?.get(field)) input.value = "";
		}
	});
	useEarlyEffect(() => {
		const input = name.current;
		const refusedName = refused && sent.current?.get("name");
		const isReplaced = typeof refusedName === "string" && input?.value !== refusedName;
		setLost(isReplaced ? refusedName : undefined);
		// It stays: what is typed next is not to replace it.
		if (refused && !isReplaced) input?.setSelectionRange(input.value.length, input.value.length);
	}, [refused]);
	const typed = (field: string) => {
		const value = refused?.typed?.[field];
		return typeof value === "string" ? value : undefined;
	};
	const errors = refused?.fieldErrors ?? {};
	const hasMore = ["provider", "image", "preNote"].some((field) => typed(field) || errors[field]);
	const common = { answer: refused, idPrefix: "add" };
	return (
		<section aria-labelledby="add-slot" className="panel grid content-start gap-4">
			<h2 id="add-slot" className="text-2xl font-bold">
				{t("huntManage.addTitle")}
			</h2>
			<ManageForm
				intent="add-slot"
				fields={{ huntId, idempotencyKey: formKey.key }}
				guarded="page"
				onSend={onSend}
				className="grid gap-4"
			>
				<div className="grid gap-1.5">
					<label htmlFor="add-name" className="font-semibold">
						{t("huntManage.name")}
					</label>
					<input
						ref={name}
						id="add-name"
						name="name"
						list="known-slots"
						autoComplete="off"
						// biome-ignore lint/a11y/noAutofocus: on stream one slot follows the other
						autoFocus={takesFocus && !refused}
						maxLength={MAX_LENGTH.name}
						defaultValue={typed("name") ?? ""}
						aria-describedby="add-name-error"
						{...faulty(errors.name)}
						className="field"
					/>
					<datalist id="known-slots">
						{names.map((known) => (
							<option key={known} value={known} />
						))}
					</datalist>
					<p id="add-name-error" className="field-error empty:hidden">
						{lost ? t("huntManage.notAdded", { name: lost }) : errors.name}
					</p>
				</div>
				<div className="flex items-end gap-3">
					<div className="grow">
						<Field
							name="bet"
							label={t("huntManage.betLabel")}
							known={bet === undefined ? undefined : typedEuros(bet, language)}
							inputMode="decimal"
							{...common}
						/>
					</div>
					<button type="submit" className={`button button-primary shrink-0 px-6 ${errors.bet ? "mb-7" : ""}`}>
						<Plus aria-hidden="true" className="size-5" />
						{t("huntManage.add")}
					</button>
				</div>
				<details open={hasMore || undefined} className="group">
					<summary className="link inline-block w-fit">{t("huntManage.more")}</summary>
					<div className="grid gap-4 pt-4 sm:grid-cols-2">
						<Field
							name="provider"
							label={t("huntManage.provider")}
							maxLength={MAX_LENGTH.provider}
							{...common}
						/>
						<Field
							name="preNote"
							label={t("huntManage.preNote")}
							maxLength={MAX_LENGTH.preNote}
							{...common}
						/>
						<div className="sm:col-span-2">
							<Field
								name="image"
								label={t("huntManage.image")}
								hint={t("huntManage.moreHint")}
								maxLength={MAX_ADDRESS_LENGTH}
								{...common}
							/>
						</div>
					</div>
				</details>
			</ManageForm>
		</section>
	);
}
