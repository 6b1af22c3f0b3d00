import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RecordFields } from "~/records/record-form";
import { errorOf } from "~/ui/field";

const IN_VIEW = ["name", "image", "description", "stock", "price"];

/** The fields of an item: the five that every item has, and the others behind "More". */
export const ItemFields: RecordFields = ({ field, form: { fields, translations }, answer }) => {
	const { t } = useTranslation();
	const typed = { ...answer?.typed, ...answer?.fieldErrors };
	const behind = fields.filter(({ name, as }) => !IN_VIEW.includes(name) && as !== "hidden");
	const isFilled =
		behind.some(({ name, value }) => value !== "" || typed[name]) ||
		Object.keys({ ...translations }).length > 0 ||
		Object.keys(typed).some((name) => /[a-z][A-Z][a-z]$/.test(name) && typed[name]) ||
		errorOf("upload", answer) !== undefined;
	const hadCodes = fields.some(({ name, value }) => name === "hasCodes" && value === "on");
	const stock = fields.find(({ name }) => name === "stock")?.value;
	return (
		<>
			{field("name")}
			{field("image")}
			{field("description")}
			<div className="grid gap-4 sm:grid-cols-2">
				<div className="without-codes">{field("stock")}</div>
				{field("price")}
			</div>
			<details open={isFilled} className="border-t border-line pt-2">
				<summary className="link flex min-h-11 w-fit items-center font-semibold">{t("store.more")}</summary>
				<div className="grid gap-6 pt-2">
					{field("upload")}
					{field("translations")}
					<Group title={t("store.codesTitle")}>
						{field("hasCodes")}
						<div className="with-codes">
							<div className="grid gap-4 rounded-2xl bg-raised p-4">
								{hadCodes ? (
									<>
										<p className="tabular-nums">{t("store.codesFree", { free: Number(stock) })}</p>
										{field("withdrawCodes")}
									</>
								) : null}
								{field("codes")}
							</div>
						</div>
					</Group>
					<Group title={t("store.rules")}>
						<div className="grid gap-4 sm:grid-cols-2">
							{field("viewerLimit")}
							{field("cooldownHours")}
						</div>
						{field("question")}
					</Group>
				</div>
			</details>
		</>
	);
};

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
	<fieldset className="grid gap-4 border-t border-line pt-4">
		<legend className="float-left w-full font-display text-lg font-bold">{title}</legend>
		{children}
	</fieldset>
);
