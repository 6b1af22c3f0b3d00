import { Form, useNavigation } from "@remix-run/react";
import {
	createContext,
	type FormEvent,
	type ReactNode,
	useContext,
	useEffect,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import type { ManageAsk } from "../../model/manage.schema";

export interface ManageAnswer extends FieldAnswer {
	ok: boolean;
}

type Intent = ManageAsk["intent"];

interface Asked {
	/** The answer to the last form, if it was refused. */
	refused: ManageAnswer | undefined;
	/** The keys of the form that was answered, and of the form that is being sent. */
	of: string | undefined;
	busy: string | undefined;
}

const AskedContext = createContext<Asked>({ refused: undefined, of: undefined, busy: undefined });

const keyOf = (intent: unknown, bonusId: unknown): string => `${intent} ${bonusId ?? ""}`;

/** Provides the action's answer to the form that it belongs to. */
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
	return <AskedContext.Provider value={{ refused, of, busy }}>{children}</AskedContext.Provider>;
}

/** Returns the state of one form. */
export function useManageForm(intent: Intent, bonusId?: string) {
	const { refused, of, busy } = useContext(AskedContext);
	const key = keyOf(intent, bonusId);
	return { refused: of === key ? refused : undefined, isBusy: busy === key };
}

/** Runs `onDone` after the form's action succeeded, unless another form was sent in between. */
export function useCarriedOut(intent: Intent, onDone: () => void): void {
	const { refused, busy } = useContext(AskedContext);
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

/** Returns the message of the last refusal in the viewer's language. */
export function useRefusal(): string | undefined {
	const { t } = useTranslation();
	const { refused } = useContext(AskedContext);
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
	className?: string;
	children: ReactNode;
}

/** A form with one action; a second submission while it is busy is ignored. */
export function ManageForm({
	intent,
	bonusId,
	fields = {},
	search = "",
	withFile,
	className,
	children,
}: Props) {
	const { isBusy } = useManageForm(intent, bonusId);
	const once = (event: FormEvent) => {
		if (isBusy) event.preventDefault();
	};
	return (
		<Form
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
