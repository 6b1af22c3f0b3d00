import { Form, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SORTS, type Sort } from "./users";

/**
 * The search form of the user table and, on narrow screens, its sort order; on wide screens the table's header sorts.
 * Both values follow the address.
 */
export function UserSearch({ search, sort }: { search: string; sort: Sort }) {
	const { t } = useTranslation();
	const submit = useSubmit();
	return (
		<Form key={`${search} ${sort}`} role="search" className="flex flex-wrap gap-2">
			<input
				type="search"
				name="q"
				defaultValue={search}
				maxLength={100}
				aria-label={t("points.searchUsers")}
				placeholder={t("points.searchUsers")}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				className="field grow basis-52 md:max-w-md"
			/>
			<select
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
