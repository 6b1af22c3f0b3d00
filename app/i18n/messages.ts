import { en } from "./en";
import type { base } from "./en/base";

/** The same tree of keys with any words. */
type Translated<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? string : Translated<Tree[Key]> };

export type Messages = Translated<typeof en>;

/** What a page has at hand of them: of the refusals those that it may say by itself. */
export type SomeMessages = {
	[Part in keyof Messages]?: Part extends "errors" ? Partial<Messages["errors"]> : Messages[Part];
};

/** Messages that only some pages need, each in a file of its name in `pages/`. Those of all pages are in `base`. */
export type Namespace = Exclude<keyof Messages, keyof typeof base | "notices">;

/** Every refusal has words in both languages. */
export type ErrorCode = keyof typeof en.errors;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(en.errors, text);

/** Words for what has just happened, said on the next page. */
export type NoticeCode = keyof typeof en.notices;

export const isNoticeCode = (text: string): text is NoticeCode => Object.hasOwn(en.notices, text);
