import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { Field, type FieldAnswer } from "~/ui/field";
import { FileField } from "~/ui/file-field";

interface UploadProps {
	/** The rendered current picture. */
	picture?: ReactNode;
	answer: FieldAnswer | undefined;
	/** Prefix of the fields' ids, for a page with several forms. */
	idPrefix?: string;
}

interface Props extends UploadProps {
	/** The current value: an address, a file name, or empty. */
	known: string | undefined;
}

/** The fields `image` and `upload` of a form, which must be `multipart/form-data` for the upload. */
export function PictureFields({ known, picture, ...common }: Props) {
	const { t } = useTranslation();
	return (
		<>
			<Field
				name="image"
				label={t("pictures.image")}
				hint={t("pictures.imageHint")}
				known={known}
				maxLength={MAX_ADDRESS_LENGTH}
				{...common}
			/>
			<UploadField picture={picture} {...common} />
		</>
	);
}

/** The field `upload`, with the current picture. */
export function UploadField({ picture, ...common }: UploadProps) {
	const { t } = useTranslation();
	return (
		<>
			{picture ? (
				<div className="flex items-center gap-3 text-sm text-muted">
					<div className="w-24 shrink-0 overflow-hidden rounded-2xl">{picture}</div>
					{t("pictures.current")}
				</div>
			) : null}
			<FileField
				name="upload"
				label={t("pictures.upload")}
				hint={t("pictures.uploadHint")}
				accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
				choose={t("pictures.choose")}
				none={t("pictures.noFile")}
				{...common}
			/>
		</>
	);
}
