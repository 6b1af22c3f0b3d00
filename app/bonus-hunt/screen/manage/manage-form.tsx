import { Form, useNavigation } from "@remix-run/react";
import {
	createContext,
	type FormEvent,
	type ReactNode,
	type RefObject,
	useContext,
	useEffect,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
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
}

const FormStatesContext = createContext<FormStates>({ refused: undefined, of: undefined, busy: undefined });

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
	const [last, setLast] = useState<string>();
	useEffect(() => {
		if (busy) setLast(busy);
	}, [busy]);
	const refused = answer && !answer.ok && !busy ? answer : undefined;
	const typed = refused?.typed;
	const of = typed ? keyOf(typed.intent, typed.bonusId) : last;
	return <FormStatesContext.Provider value={{ refused, of, busy }}>{children}</FormStatesContext.Provider>;
}

/** Returns the state of one form: its refused answer, and whether it is being sent. */
export function useManageForm(intent: Intent, bonusId?: string) {
	const { refused, of, busy } = useContext(FormStatesContext);
	const key = keyOf(intent, bonusId);
	return { refused: of === key ? refused : undefined, isBusy: busy === key };
}

/** Runs `onDone` once after each successful submission of the form, unless another form was sent in between. */
export function useOnSuccess(intent: Intent, onDone: () => void): void {
	const { refused, busy } = useContext(FormStatesContext);
	const isBusy = busy === keyOf(intent, undefined);
	const wasSent = useRef(false);
	const done = useRef(onDone);
	useEffect(() => {
		done.current = onDone;
	});
	useEffect(() => {
		if (isBusy) wasSent.current = true;
		else if (wasSent.current) {
			wasSent.current = false;
			if (!busy && !refused) done.current();
		}
	}, [isBusy, busy, refused]);
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

/** A form that posts one action to the manage page; a second submission while it is busy is ignored. */
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
	fields = {},
	search = "",
	withFile,
	onSend,
	className,
	children,
	form,
}: Omit<Props, "guarded"> & { form?: RefObject<HTMLFormElement> }) {
	const { isBusy } = useManageForm(intent, bonusId);
	const once = (event: FormEvent<HTMLFormElement>) => {
		if (isBusy) event.preventDefault();
		else onSend?.(event.currentTarget);
	};
	return (
		<Form
			ref={form}
			method="post"
			action={`/bonus-hunt/manage${search}`}
			encType={withFile ? "multipart/form-data" : undefined}
			replace
			preventScrollReset
			noValidate
			onSubmit={once}
			className={className}
			data-testid={`form-${intent}`}
		>
			<input type="hidden" name="intent" value={intent} />
			{bonusId ? <input type="hidden" name="bonusId" value={bonusId} /> : null}
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
		</Form>
	);
}
