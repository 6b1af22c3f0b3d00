import { Form, NavigationType, useLocation, useNavigationType, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SORTS, type Sort } from "./users";

/** The state of an address that the form itself has chosen. */
const OWN = "user-search";

/**
 * The search form of users and, on narrow screens, the sort order of their table; on wide screens the table's header sorts.
 * Both values follow the address. Without `sort`, only names are searched.
 */
export function UserSearch({ search, sort }: { search: string; sort?: Sort | undefined }) {
	const { t } = useTranslation();
	const label = t(sort ? "points.searchUsers" : "points.username");
	const submit = useSubmit();
	const field = useRef<HTMLInputElement>(null);
	const choice = useRef<HTMLSelectElement>(null);
	const last = useRef({ search, sort });
	const { state } = useLocation();
	const isOwn = useNavigationType() !== NavigationType.Pop && state === OWN;
	// The fields follow an address from elsewhere, as after a step back. Text that was typed before hydration, or after the
	// form was sent, is kept.
	useEffect(() => {
		const { search: lastSearch, sort: lastSort } = last.current;
		last.current = { search, sort };
		if (isOwn) return;
		if (search !== lastSearch && field.current) field.current.value = search;
		if (sort && sort !== lastSort && choice.current) choice.current.value = sort;
	}, [search, sort, isOwn]);
	return (
		<Form role="search" state={OWN} className="flex flex-wrap gap-2">
			<input
				ref={field}
				type="search"
				name="q"
				defaultValue={search}
				maxLength={100}
				aria-label={label}
				placeholder={label}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				className="field grow basis-52 md:max-w-md"
			/>
			{sort === undefined ? null : (
				<select
					ref={choice}
					name="sort"
					defaultValue={sort}
					aria-label={t("points.sortBy")}
					onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true, state: OWN })}
					className="field w-auto grow md:hidden"
				>
					{SORTS.map((offered) => (
						<option key={offered} value={offered}>
							{t(`points.sorts.${offered}`)}
						</option>
					))}
				</select>
			)}
			<button type="submit" className="button">
				<Search aria-hidden="true" className="size-5" />
				{t("points.search")}
			</button>
		</Form>
	);
}
