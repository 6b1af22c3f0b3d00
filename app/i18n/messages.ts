import { en } from "./en";
import type { base } from "./en/base";

/** The same tree of keys with any texts. */
type Translated<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? string : Translated<Tree[Key]> };

export type Messages = Translated<typeof en>;

/** The messages that are loaded: whole namespaces, and the errors that the browser shows without the server. */
export type SomeMessages = {
	[Part in keyof Messages]?: Part extends "errors" ? Partial<Messages["errors"]> : Messages[Part];
};

/** A group of messages that only some pages need, in a file of the same name in `pages/`. Messages of all pages are in `base`. */
export type Namespace = Exclude<keyof Messages, keyof typeof base | "names" | "notices">;

/** The names that admins can change, as texts contain them. */
export type Names = Messages["names"];

/** The code of an error that users see; it has a message in each language. */
export type ErrorCode = keyof typeof en.errors;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(en.errors, text);

/** The namespaces with the texts of a record, in `record`: see `app/records`. */
export type RecordTexts = {
	[Part in keyof typeof en]: (typeof en)[Part] extends { record: { done: object } } ? Part : never;
}[keyof typeof en];

/** The code of a notice, which the page after an action shows once; for a record such as `slots.edit`. */
export type NoticeCode = keyof typeof en.notices | `${RecordTexts}.${"add" | "edit" | "remove"}`;

/** The key of a notice's text. */
export const noticeKey = (code: NoticeCode) =>
	`notices.${code}`.replace(/^notices\.(\w+)\./, "$1.record.done.") as `notices.${keyof typeof en.notices}`;

export const isNoticeCode = (text: string): text is NoticeCode =>
	typeof noticeKey(text as NoticeCode)
		.split(".")
		.reduce<unknown>(ownValue, en) === "string";

const ownValue = (tree: unknown, key: string): unknown =>
	typeof tree === "object" && tree !== null && Object.hasOwn(tree, key)
		? tree[key as keyof typeof tree]
		: undefined;
