/** Who may open a page: loaders call these first. */

import type { Viewer } from "~/account/viewer";
import { isStaff, may, type Right } from "~/lib/rights";
import { findViewer, site } from "./site.server";

/**
 * The signed-in viewer of a personal page.
 * @param returnTo where the sign-in leads; the page itself by default.
 * @throws a redirect to the sign-in for a visitor.
 */
export async function requireViewer(request: Request, returnTo?: string): Promise<Viewer> {
	const viewer = await findViewer(request);
	if (viewer) return viewer;
	const { pathname, search } = new URL(request.url);
	const signIn = `/login?returnTo=${encodeURIComponent(returnTo ?? pathname + search)}`;
	throw new Response(null, { status: 302, headers: { Location: signIn } });
}

/**
 * The signed-in admin of an admins' page.
 * @param otherwise the path to which everybody else is redirected.
 * @throws that redirect, with a notice.
 */
export async function requireAdmin(request: Request, otherwise = "/"): Promise<Viewer> {
	const viewer = await findViewer(request);
	if (viewer?.isAdmin) return viewer;
	throw site.flash.redirect(otherwise, "adminsOnly");
}

/**
 * The signed-in admin or moderator of a page that a right opens, as {@link requireAdmin}.
 * @throws its redirect for everybody else.
 */
export async function requireRight(request: Request, right: Right, otherwise = "/"): Promise<Viewer> {
	const viewer = await findViewer(request);
	if (viewer && may(viewer, right)) return viewer;
	throw site.flash.redirect(otherwise, "adminsOnly");
}

/**
 * The signed-in admin or moderator with any right, as {@link requireAdmin}.
 * @throws its redirect for everybody else.
 */
export async function requireStaff(request: Request): Promise<Viewer> {
	const viewer = await findViewer(request);
	if (viewer && isStaff(viewer)) return viewer;
	throw site.flash.redirect("/", "adminsOnly");
}

/** {@link requireAdmin} or {@link requireRight}, for pages whose declaration names one of them. */
export const requireRole = (request: Request, role: Right | "admin", otherwise: string): Promise<Viewer> =>
	role === "admin" ? requireAdmin(request, otherwise) : requireRight(request, role, otherwise);
