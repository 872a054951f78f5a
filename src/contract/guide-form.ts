import { z } from "zod";

/** How a model that narrates is told the guide: as notes with each turn's beats last, or whole in its instructions. */
export const guideForm = z.enum(["notes", "full"]);
export type GuideForm = z.infer<typeof guideForm>;
