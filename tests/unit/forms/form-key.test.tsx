import { afterEach, expect, it, vi } from "vitest";
import { useFormKey } from "~/ui/use-form-key";
import { runHooks } from "../../support/run-hooks";

const location = vi.hoisted(() => ({ key: "1" }));
vi.mock("@remix-run/react", () => ({ useLocation: () => location }));
afterEach(() => vi.unstubAllGlobals());

interface Page {
	/** The key that was loaded with the page. */
	loaded: string;
	/** The key of its location. */
	at: string;
	isRefused?: boolean;
}

it("a form that stays on its page keeps its key until it was accepted, also if that is rendered at once", async () => {
	const form = await runHooks(({ loaded, isRefused = false }: Page) => useFormKey(loaded, isRefused));
	const send = () => form.act(() => form.current().onSent());
	const keyIn = async (page: Page) => {
		location.key = page.at;
		await form.render(page);
		return form.current().key;
	};
	expect(await keyIn({ loaded: "a", at: "1" })).toBe("a");
	expect(await keyIn({ loaded: "b", at: "1" }), "another load of a form that was not sent").toBe("b");
	await send();
	expect(await keyIn({ loaded: "c", at: "1" }), "a load while it is being sent").toBe("b");
	expect(await keyIn({ loaded: "d", at: "2", isRefused: true })).toBe("b");
	expect(await keyIn({ loaded: "e", at: "2", isRefused: true }), "a load after a refusal").toBe("b");
	await send();
	expect(await keyIn({ loaded: "f", at: "3" })).toBe("f");
	await send();
	const renders = form.rendered.length;
	expect(await keyIn({ loaded: "g", at: "4" })).toBe("g");
	expect(form.rendered.slice(renders).map(({ key }) => key)).toEqual(["g"]);
});
