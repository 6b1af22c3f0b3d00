import {
	Form,
	Link,
	NavigationType,
	useLocation,
	useNavigate,
	useNavigation,
	useNavigationType,
} from "@remix-run/react";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { Kept } from "./shell/kept";

interface Choice {
	name: string;
	label: string;
	value: string;
	/** Each with its text. */
	options: readonly (readonly [value: string, text: string])[];
}

interface Props {
	/** The path of the page, such as `/store`. */
	path: string;
	/** The text search `q`; undefined without one. */
	search: { label: string; value: string } | undefined;
	choices: readonly Choice[];
	/** Checkboxes, which send `1`. */
	switches?: readonly { name: string; label: string; isOn: boolean }[];
	/** Returns the query string for the fields of the form. */
	queryOf: (fields: URLSearchParams) => string;
	/** Number of entries found, as a text that is announced. */
	found: string;
	labels: { apply: string; clear: string };
	/** Whether the list is filtered, so that the filter can be cleared. */
	isFiltered: boolean;
}

/** The state of an address that the form itself has chosen. */
const OWN = "list-filter";

/**
 * Filter and order of a list of cards, as a GET form: the address holds them. With scripts, each choice applies at once
 * and the focus stays.
 */
export function ListFilter({
	path,
	search,
	choices,
	switches = [],
	queryOf,
	found,
	labels,
	isFiltered,
}: Props) {
	const navigate = useNavigate();
	const form = useRef<HTMLFormElement>(null);
	const field = useRef<HTMLInputElement>(null);
	const { key, state } = useLocation();
	const isOwn = useNavigationType() !== NavigationType.Pop && state === OWN;
	// The controls keep what the visitor chooses and types; an address from elsewhere, as after a step back, replaces it.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only another address matters
	useEffect(() => {
		if (isOwn) return;
		const control = (name: string) => form.current?.elements.namedItem(name);
		if (field.current) field.current.value = search?.value ?? "";
		for (const { name, value } of choices) {
			const select = control(name);
			if (select instanceof HTMLSelectElement) select.value = value;
		}
		for (const { name, isOn } of switches) {
			const box = control(name);
			if (box instanceof HTMLInputElement) box.checked = isOn;
		}
	}, [key]);
	const apply = (event: FormEvent<HTMLFormElement>) => {
		const fields = new URLSearchParams();
		for (const [name, value] of new FormData(event.currentTarget)) fields.append(name, String(value));
		navigate(path + queryOf(fields), { preventScrollReset: true, state: OWN });
	};
	return (
		<Form
			ref={form}
			role="search"
			action={path}
			onSubmit={(event) => {
				// Not in `apply`: a change of a checkbox is its click, which would be undone.
				event.preventDefault();
				apply(event);
			}}
			onChange={(event) => {
				if (event.target !== field.current) apply(event);
			}}
			className="flex flex-wrap items-end gap-x-4 gap-y-3"
		>
			<Kept
				as="div"
				by={["filter", path, search, choices, switches, found, labels, isFiltered]}
				className="contents"
			>
				{() => (
					<>
						{search ? (
							<label className="grid max-w-sm grow basis-56 gap-1">
								<span className="text-sm font-semibold">{search.label}</span>
								<input
									ref={field}
									type="search"
									name="q"
									defaultValue={search.value}
									maxLength={100}
									autoComplete="off"
									spellCheck={false}
									className="field"
								/>
							</label>
						) : null}
						{choices.map(({ name, label, value, options }) => (
							<label
								key={name}
								className="grid min-w-0 grow basis-44 gap-1 sm:max-w-72 sm:grow-0 sm:basis-auto"
							>
								<span className="text-sm font-semibold">{label}</span>
								<select name={name} defaultValue={value} className="field">
									{options.map(([one, text]) => (
										<option key={one} value={one}>
											{text}
										</option>
									))}
								</select>
							</label>
						))}
						{switches.map(({ name, label, isOn }) => (
							<label key={name} className="flex min-h-11 items-center gap-2.5 font-semibold">
								<input
									type="checkbox"
									name={name}
									value="1"
									defaultChecked={isOn}
									className="size-5 shrink-0 accent-accent"
								/>
								{label}
							</label>
						))}
						<div className={search ? "" : "without-scripts"}>
							<button type="submit" className="button">
								<Search aria-hidden="true" className="size-5" />
								{labels.apply}
							</button>
						</div>
						<p role="status" className="w-full text-sm text-muted">
							{found}
							{isFiltered ? (
								<>
									{" · "}
									<Link
										to={path}
										preventScrollReset
										// The link disappears, so the focus moves to the first control.
										onClick={() => form.current?.querySelector<HTMLElement>("input, select")?.focus()}
										className="link inline-flex min-h-6 items-center"
									>
										{labels.clear}
									</Link>
								</>
							) : null}
						</p>
					</>
				)}
			</Kept>
		</Form>
	);
}

/** The query string of a page, or the one that it is about to get, so that a choice shows its effect at once. */
export function useNextQuery(path: string): string {
	const here = useLocation();
	const next = useNavigation().location;
	return (next?.pathname === path ? next : here).search;
}
