import { Form, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SORTS, type Sort } from "./users";

/** What users to look for, and in which order; on a wide screen the table's own head sorts. */
export function UserSearch({ search, sort }: { search: string; sort: Sort }) {
	const { t } = useTranslation();
	const submit = useSubmit();
	const field = useRef<HTMLInputElement>(null);
	const choice = useRef<HTMLSelectElement>(null);
	const shown = useRef({ search, sort });
	// Back and forth in the browser's history, the fields follow the address; what is being typed while the
	// page starts up stays.
	useEffect(() => {
		const { search: shownSearch, sort: shownSort } = shown.current;
		if (search !== shownSearch && field.current) field.current.value = search;
		if (sort !== shownSort && choice.current) choice.current.value = sort;
		shown.current = { search, sort };
	}, [search, sort]);
	return (
		<Form role="search" className="flex flex-wrap gap-2">
			<input
				ref={field}
				type="search"
				name="q"
				defaultValue={search}
				aria-label={t("points.searchUsers")}
				placeholder={t("points.searchUsers")}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				className="field grow basis-52 md:max-w-md"
			/>
			<select
				ref={choice}
				name="sort"
				defaultValue={sort}
				aria-label={t("points.sortBy")}
				onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
				className="field w-auto grow md:hidden"
			>
				{SORTS.map((offered) => (
					<option key={offered} value={offered}>
						{t(`points.sorts.${offered}`)}
					</option>
				))}
			</select>
			<button type="submit" className="button">
				<Search aria-hidden="true" className="size-5" />
				{t("points.search")}
			</button>
		</Form>
	);
}
