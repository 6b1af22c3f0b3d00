import { Link } from "@remix-run/react";
import { Coffee, ExternalLink, HeartHandshake, Phone } from "lucide-react";
import { TrackedLink } from "~/ui/tracked-link";
import type { ResourceKey } from "./resources";

interface Resource {
	key: ResourceKey;
	name: string;
	href: string;
	telephone?: string | undefined;
	text: string;
}

/** The main help resource. */
export function MainResource({ resource }: { resource: Resource & { learnMore: string } }) {
	const { key, name, href, text, learnMore } = resource;
	return (
		<section
			aria-labelledby="main-resource"
			className="panel grid items-center gap-6 border-accent-text p-6 sm:p-8 md:grid-cols-[auto_minmax(0,1fr)]"
		>
			<HeartHandshake aria-hidden="true" className="size-16 text-accent-text sm:size-24" strokeWidth={1.25} />
			<div className="grid justify-items-start gap-4">
				<h2 id="main-resource" className="text-3xl font-extrabold">
					{name}
				</h2>
				<p className="max-w-prose text-lg">{text}</p>
				<TrackedLink
					href={href}
					event="resource_click"
					subject={key}
					className="button button-primary min-h-12 px-6"
					aria-label={`${learnMore}: ${name}`}
				>
					{learnMore}
					<ExternalLink aria-hidden="true" className="size-5" />
				</TrackedLink>
			</div>
		</section>
	);
}

interface Near {
	title: string;
	text: string;
	call: string;
	visit: string;
	resources: readonly Resource[];
}

/** The help resources in Portugal, with telephone numbers. */
export function NearResources({ near }: { near: Near }) {
	const { title, text, call, visit, resources } = near;
	return (
		<section aria-labelledby="near" className="grid gap-4">
			<div>
				<h2 id="near" className="text-2xl font-bold">
					{title}
				</h2>
				<p className="text-muted">{text}</p>
			</div>
			<ul className="grid gap-4 md:grid-cols-2">
				{resources.map(({ key, name, href, telephone, text }) => (
					<li key={key} className="panel flex flex-col items-start gap-3">
						<h3 className="text-xl font-bold">{name}</h3>
						<p className="grow">{text}</p>
						<div className="flex flex-wrap gap-3">
							{telephone ? (
								<a href={`tel:${telephone}`} className="button button-primary">
									<Phone aria-hidden="true" className="size-5" />
									{call.replace("{telephone}", telephone)}
								</a>
							) : null}
							<TrackedLink
								href={href}
								event="resource_click"
								subject={key}
								className="button"
								aria-label={`${visit}: ${name}`}
							>
								{visit}
								<ExternalLink aria-hidden="true" className="size-5" />
							</TrackedLink>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}

interface ListProps {
	id: string;
	title: string;
	text?: string;
	items: readonly string[];
}

/** A titled list of texts. */
export function TextList({ id, title, text, items }: ListProps) {
	return (
		<section aria-labelledby={id} className="panel grid content-start gap-3">
			<h2 id={id} className="text-2xl font-bold">
				{title}
			</h2>
			{text ? <p className="text-muted">{text}</p> : null}
			<ul className="grid list-disc gap-2 pl-5 marker:text-accent-text">
				{items.map((item) => (
					<li key={item}>{item}</li>
				))}
			</ul>
		</section>
	);
}

interface CareProps {
	care: Record<"title" | "text" | "link" | "signIn", string>;
	/** Otherwise the card links to the sign-in. */
	isSignedIn: boolean;
}

/** The card of the site's own limits and breaks. */
export function CareCard({ care: { title, text, link, signIn }, isSignedIn }: CareProps) {
	return (
		<section aria-labelledby="care" className="panel grid justify-items-start gap-3">
			<h2 id="care" className="text-2xl font-bold">
				{title}
			</h2>
			<p className="max-w-prose">{text}</p>
			<Link
				to={isSignedIn ? "/points/care" : "/login?returnTo=%2Fpoints%2Fcare"}
				reloadDocument={!isSignedIn}
				className="button"
			>
				<Coffee aria-hidden="true" className="size-5" />
				{isSignedIn ? link : signIn}
			</Link>
		</section>
	);
}
