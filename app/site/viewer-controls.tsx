import { AccountMenu } from "~/account/account-menu";
import { HeaderCode } from "~/earning/codes/header-code";
import type { Language } from "~/i18n/languages";
import { Bell } from "~/notifications/bell";
import type { Goal } from "~/store/goal/goal.server";
import { GoalProgress } from "~/store/goal/goal-progress";

interface Props {
	viewer: {
		id: string;
		username: string;
		points: number;
		avatar: string | undefined;
		unread: number;
		readAt: number;
	};
	goal: Goal | undefined;
	/** Whether the stream has codes that can be claimed. */
	hasCodes: boolean;
	language: Language;
}

/** What the header has for a viewer: the goal, the field for codes, the notifications and the menu of personal pages. */
export function ViewerControls({ viewer, goal, hasCodes, language }: Props) {
	return (
		<>
			<GoalProgress goal={goal} points={viewer.points} className="hidden w-44 xl:grid" />
			{hasCodes ? <HeaderCode /> : null}
			<Bell viewer={viewer} />
			<AccountMenu viewer={viewer} language={language} isNarrow={hasCodes} />
		</>
	);
}
