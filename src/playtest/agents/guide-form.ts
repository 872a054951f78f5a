import type { GuideForm, SessionConfig } from "../../contract/index.ts";

/** How the narrator is told the guide. Sessions from before it was kept had the whole guide in their instructions. */
export const guideFormOf = ({ guideForm = "full" }: Pick<SessionConfig, "guideForm">): GuideForm => guideForm;
