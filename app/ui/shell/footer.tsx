import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Kept } from "./kept";

interface Props {
	/** The channel's name. */
	name: string;
	year: number;
	inert: "" | undefined;
}

export function Footer({ name, year, inert }: Props) {
	return (
		<Kept
			as="footer"
			by={["footer", name, year]}
			inert={inert}
			className="mt-16 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-6 text-sm text-muted sm:px-8"
		>
			{() => <Content name={name} year={year} />}
		</Kept>
	);
}

function Content({ name, year }: Omit<Props, "inert">) {
	const { t } = useTranslation();
	return (
		<>
			<ul className="flex flex-wrap gap-x-5">
				{(["terms", "privacy", "cookies"] as const).map((page) => (
					<li key={page}>
						<Link
							to={`/${page}`}
							className="inline-block py-2 underline-offset-4 hover:text-text hover:underline"
						>
							{t(`shell.${page}`)}
						</Link>
					</li>
				))}
			</ul>
			<p className="min-w-0 [overflow-wrap:anywhere]">
				{t("shell.copyright", { year, name })}{" "}
				<Link to="/help" className="link inline-block py-1">
					{t("shell.responsible")}
				</Link>
			</p>
		</>
	);
}
