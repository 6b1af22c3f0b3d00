import { Form } from "@remix-run/react";
import { type ComponentProps, forwardRef } from "react";

interface Props extends Omit<ComponentProps<typeof Form>, "ref"> {
	/** Hidden fields. */
	fields?: Readonly<Record<string, string | number>>;
}

/** A form that posts and keeps the scroll position; the server validates it. */
export const PostForm = forwardRef<HTMLFormElement, Props>(function PostForm(
	{ fields = {}, children, ...props },
	ref,
) {
	return (
		<Form ref={ref} method="post" preventScrollReset noValidate {...props}>
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
		</Form>
	);
});
