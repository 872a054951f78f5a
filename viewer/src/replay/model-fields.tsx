import type { Choices, ReplayEstimate, SessionTexts } from "../../../src/contract/index.ts";
import { useEffect, useState } from "react";
import { NO_READER } from "../start/fields.tsx";
import { GroupedModels, ModelSelect, modelGroups } from "../start/model-field.tsx";
import { Select } from "../ui/index.ts";
import type { Draft } from "./draft.ts";

type Models = Pick<Draft, "narrator" | "playerModel" | "classifier" | "observer">;
type FieldProps = {
  used: SessionTexts;
  models: Choices["narrators"];
  draft: Models;
  change: (changed: Partial<Models>) => void;
};

const same = (who: string) => ({ value: "", text: `the same (${who})` });

export const NarratorField = ({ used, models, draft, change }: FieldProps) => (
  <ModelSelect
    label="Narrator"
    models={models}
    house="cast"
    first={[same(used.narrator)]}
    value={draft.narrator}
    onChange={(narrator) => change({ narrator })}
  />
);

/** Who plays besides the narrator, and who reads. They open if a key is missing, and stay open. */
export function CastFields({ used, models, draft, change, open }: FieldProps & { open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  const fields = [
    { name: "playerModel", label: "Players", first: [same(used.players.join(", "))] },
    { name: "classifier", label: "Classifier", first: [same(used.classifier)] },
    { name: "observer", label: "Reader", first: [same(used.observer), NO_READER] },
  ] as const;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Players, classifier and reader</summary>
      <div className="more-settings">
        {fields.map(({ name, label, first }) => (
          <ModelSelect
            key={name}
            label={label}
            models={models}
            house="plain"
            first={first}
            value={draft[name]}
            onChange={(model) => change({ [name]: model })}
          />
        ))}
      </div>
    </details>
  );
}

type Role = ReplayEstimate["unusable"][number];

/** One model for every role that cannot be played now. */
export function ReplaceModels({
  roles,
  narrator,
  models,
  change,
}: {
  roles: readonly Role[];
  narrator: string;
  models: Choices["narrators"];
  change: FieldProps["change"];
}) {
  return (
    <Select
      label={`Or use another model for ${listed(roles.map((role) => roleNames[role]))}`}
      value=""
      onChange={(model) => change(replacing(model, { roles, narrator }))}
      none="choose …"
    >
      <GroupedModels groups={modelGroups({ models: models.filter(({ ready }) => ready), house: "plain" })} />
    </Select>
  );
}

const roleNames: Record<Role, string> = {
  narrator: "the narrator",
  player: "the players",
  classifier: "the classifier",
  observer: "the reader",
};
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The house reader knows only the faults of house narrators. */
export function replacing(
  model: string,
  { roles, narrator }: { roles: readonly Role[]; narrator: string },
): Partial<Models> {
  const tells = roles.includes("narrator") ? model : narrator;
  const reader = model === "house" && !tells.startsWith("house") ? "none" : model;
  return {
    ...(roles.includes("narrator") && { narrator: model }),
    ...(roles.includes("player") && { playerModel: model }),
    ...(roles.includes("classifier") && { classifier: model }),
    ...(roles.includes("observer") && { observer: reader }),
  };
}
