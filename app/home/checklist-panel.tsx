import { Link } from "@remix-run/react";
import { Circle, CircleCheck } from "lucide-react";
import { RtpChart } from "~/games/crash/screen/rtp-chart";
import { PostForm } from "~/ui/post-form";
import type { Checklist } from "./checklist.server";

/** For admins: what is still to be set up, with a link to each page, until all is done or the list is dismissed. */
export function ChecklistPanel({ checklist }: { checklist: Checklist }) {
	const { title, intro, progress, done, open, dismiss, steps, draws, language } = checklist;
	return (
		<section
			aria-labelledby="home-checklist"
			className="panel grid min-w-0 gap-4"
			data-testid="home-checklist"
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<h2 id="home-checklist" className="text-2xl font-bold">
					{title}
				</h2>
				<p className="text-muted">{progress}</p>
			</div>
			<p className="max-w-prose text-muted">{intro}</p>
			<ol className="grid gap-x-6 md:grid-cols-2">
				{steps.map(({ id, label, hint, isDone, path }) => {
					const Mark = isDone ? CircleCheck : Circle;
					return (
						<li
							key={id}
							className={`flex items-start gap-3 border-t border-line py-3 ${id === "draw" ? "md:col-span-2" : ""}`}
							data-done={isDone}
						>
							<Mark
								aria-hidden="true"
								className={`mt-0.5 size-6 shrink-0 ${isDone ? "text-good" : "text-muted"}`}
							/>
							<div className="grid min-w-0 gap-0.5">
								<p>
									<Link to={path} className="link inline-flex min-h-6 items-center font-semibold">
										{label}
									</Link>
									<span className="sr-only">: {isDone ? done : open}</span>
								</p>
								<p className="text-sm text-muted [overflow-wrap:anywhere]">{hint}</p>
								{id === "draw" && draws ? <RtpChart {...draws} language={language} /> : null}
							</div>
						</li>
					);
				})}
			</ol>
			<PostForm action="/?index" className="justify-self-end max-sm:w-full">
				<button type="submit" name="intent" value="dismissChecklist" className="button max-sm:w-full">
					{dismiss}
				</button>
			</PostForm>
		</section>
	);
}
