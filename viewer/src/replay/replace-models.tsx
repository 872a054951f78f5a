import type { Choices } from "../../../src/contract/index.ts";
import { GroupedModels, type Input, modelGroups } from "../operation/index.ts";
import { Select } from "../ui/index.ts";

const ROLES: Readonly<Record<string, { option: string; words: string }>> = {
  narrator: { option: "narrator", words: "the narrator" },
  player: { option: "playerModel", words: "the players" },
  classifier: { option: "classifier", words: "the classifier" },
  observer: { option: "observer", words: "the reader" },
  judge: { option: "judge", words: "the judge" },
};

/** One model for every role that cannot be played now. */
export function ReplaceModels({
  roles: asked,
  narrator,
  models,
  change,
}: {
  roles: readonly string[];
  narrator: string;
  models: Choices["narrators"];
  change: (options: Input) => void;
}) {
  const roles = asked.filter((role) => role in ROLES);
  if (roles.length === 0) return null;
  const names = new Intl.ListFormat("en").format(roles.map((role) => ROLES[role]!.words));
  return (
    <Select
      label={`Or use another model for ${names}`}
      value=""
      onChange={(model) => change(replacing(model, { roles, narrator }))}
      none="choose …"
    >
      <GroupedModels groups={modelGroups({ models: models.filter(({ ready }) => ready), house: "plain" })} />
    </Select>
  );
}

/** The house reader knows only the faults of house narrators, and the house has no judge. */
export function replacing(
  model: string,
  { roles, narrator }: { roles: readonly string[]; narrator: string },
): Input {
  const tells = roles.includes("narrator") ? model : narrator;
  const instead = (role: string): string => {
    if (model !== "house") return model;
    if (role === "observer" && !tells.startsWith("house")) return "none";
    return role === "judge" ? "none" : model;
  };
  return Object.fromEntries(roles.map((role) => [ROLES[role]!.option, instead(role)]));
}
