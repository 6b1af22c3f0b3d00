import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { useEarlyEffect } from "~/ui/use-early-effect";
import type { ManageInput } from "../../model/manage.schema";

export interface ManageAnswer extends FieldAnswer {
	ok: boolean;
}

type Intent = ManageInput["intent"];

interface FormStates {
	/** The answer to the last form, if it was refused. */
	refused: ManageAnswer | undefined;
	/** The keys of the form that was answered, and of the form that is being sent. */
	of: string | undefined;
	busy: string | undefined;
	/** The key of the form that was sent last, once it was accepted. */
	accepted: string | undefined;
	/** Called with the key of the form that is sent. */
	onSent(key: string): void;
}

const FormStatesContext = createContext<FormStates>({
	refused: undefined,
	of: undefined,
	busy: undefined,
	accepted: undefined,
	onSent() {},
});

const keyOf = (intent: unknown, bonusId: unknown): string => `${intent} ${bonusId ?? ""}`;

/** Provides the action's answer to the forms of the page. The hooks below must be used inside it. */
export function ManageAnswers({
	answer,
	children,
}: {
	answer: ManageAnswer | undefined;
	children: ReactNode;
}) {
	const { formData } = useNavigation();
	const busy = formData && keyOf(formData.get("intent"), formData.get("bonusId"));
	const { key: at } = useLocation();
	const [sent, setSent] = useState<{ form: string; at: string }>();
	const refused = answer && !answer.ok && !busy ? answer : undefined;
	const typed = refused?.typed;
	const of = typed ? keyOf(typed.intent, typed.bonusId) : sent?.form;
	// Not by `busy`, whose start and end may be rendered at once.
	const accepted = sent && sent.at !== at && !refused ? sent.form : undefined;
	const onSent = (form: string) => setSent({ form, at });
	return (
		<FormStatesContext.Provider value={{ refused, of, busy, accepted, onSent }}>
			{children}
		</FormStatesContext.Provider>
	);
}

/** Returns the state of one form: its refused answer, and whether it is being sent. */
export function useManageForm(intent: Intent, bonusId?: string) {
	const { refused, of, busy } = useContext(FormStatesContext);
	const key = keyOf(intent, bonusId);
	return { refused: of === key ? refused : undefined, isBusy: busy === key };
}

/** Runs `onDone` once after each successful submission of the form, before the next event of the page. */
export function useOnSuccess(intent: Intent, onDone: () => void): void {
	const isAccepted = useContext(FormStatesContext).accepted === keyOf(intent, undefined);
	const done = useRef(onDone);
	useEarlyEffect(() => {
		done.current = onDone;
	});
	useEarlyEffect(() => {
		if (isAccepted) done.current();
	}, [isAccepted]);
}

/** Returns the message of the last refusal of any form, in the viewer's language; undefined without one. */
export function useRefusal(): string | undefined {
	const { t } = useTranslation();
	const { refused } = useContext(FormStatesContext);
	return refused && refusalText(refused, t);
}

interface Props {
	intent: Intent;
	bonusId?: string;
	/** Hidden fields. */
	fields?: Readonly<Record<string, string | number>>;
	/** Query of the page that shows the form again after a refusal. */
	search?: string;
	withFile?: boolean;
	/** Asks before typed values are lost: see `useUnsavedChanges`. */
	guarded?: "page" | "address";
	/** Called when the form is being sent. */
	onSend?: (form: HTMLFormElement) => void;
	className?: string;
	children: ReactNode;
}

/** A form that posts one action to the manage page. */
export function ManageForm({ guarded, ...props }: Props) {
	return guarded ? <GuardedForm {...props} bound={guarded} /> : <PlainForm {...props} />;
}

function GuardedForm({ bound, ...props }: Omit<Props, "guarded"> & { bound: "page" | "address" }) {
	const { refused } = useManageForm(props.intent, props.bonusId);
	const form = useUnsavedChanges(refused, bound);
	return <PlainForm {...props} form={form} />;
}

function PlainForm({
	intent,
	bonusId,
	fields,
	search = "",
	withFile,
	onSend,
	className,
	children,
	form,
}: Omit<Props, "guarded"> & { form?: RefObject<HTMLFormElement> }) {
	const { onSent } = useContext(FormStatesContext);
	return (
		<PostForm
			ref={form}
			action={`/bonus-hunt/manage${search}`}
			fields={{ intent, ...(bonusId && { bonusId }), ...fields }}
			encType={withFile ? "multipart/form-data" : undefined}
			replace
			// The end of a hunt leads to its past page, which begins with the result.
			preventScrollReset={intent !== "finish"}
			onSubmit={(event) => {
				onSent(keyOf(intent, bonusId));
				onSend?.(event.currentTarget);
			}}
			className={className}
			data-testid={`form-${intent}`}
		>
			{children}
		</PostForm>
	);
}
