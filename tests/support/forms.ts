import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import type { ZodType } from "zod";

type Fields = Record<string, string | File | readonly string[] | undefined>;

/** Parses a form as `createAction` does: unchanged fields have the values of `good`. */
export function formParser<Schema extends ZodType>(formSchema: Schema, good: Fields = {}) {
	const schema = unstable_coerceFormValue(formSchema) as Schema;
	return (change: Fields = {}) => {
		const form = new FormData();
		for (const [name, value] of Object.entries({ ...good, ...change })) {
			for (const one of [value ?? []].flat()) form.append(name, one);
		}
		return parseWithZod(form, { schema, disableAutoCoercion: true });
	};
}
