import type { Choices, ReplayEstimate, SessionTexts } from "../../../src/contract/index.ts";
import { ModelOptions, NO_READER, withoutFaults } from "../start/fields.tsx";
import { Select } from "../ui/index.ts";
import type { Draft } from "./draft.ts";

type Models = Pick<Draft, "narrator" | "playerModel" | "classifier" | "observer">;
type FieldProps = {
  used: SessionTexts;
  narrators: Choices["narrators"];
  draft: Models;
  change: (changed: Partial<Models>) => void;
};

export const NarratorField = ({ used, narrators, draft, change }: FieldProps) => (
  <Select
    label="Narrator"
    value={draft.narrator}
    onChange={(narrator) => change({ narrator })}
    none={`the same (${used.narrator})`}
  >
    <ModelOptions narrators={narrators} />
  </Select>
);

/** Who plays besides the narrator, and who reads. They open if a key is missing. */
export function CastFields({ used, narrators, draft, change, open }: FieldProps & { open: boolean }) {
  const fields = [
    { name: "playerModel", label: "Players", now: used.players.join(", ") },
    { name: "classifier", label: "Classifier", now: used.classifier },
    { name: "observer", label: "Reader", now: used.observer, options: NO_READER },
  ] as const;
  return (
    <details open={open}>
      <summary>Players, classifier and reader</summary>
      <div className="more-settings">
        {fields.map(({ name, label, now, ...rest }) => (
          <Select
            key={name}
            label={label}
            value={draft[name]}
            onChange={(model) => change({ [name]: model })}
            none={`the same (${now})`}
            {...rest}
          >
            <ModelOptions narrators={withoutFaults(narrators)} />
          </Select>
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
  narrators,
  change,
}: {
  roles: readonly Role[];
  narrator: string;
  narrators: Choices["narrators"];
  change: FieldProps["change"];
}) {
  return (
    <Select
      label={`Or use another model for ${listed(roles.map((role) => roleNames[role]))}`}
      value=""
      onChange={(model) => change(replacing(model, { roles, narrator }))}
      none="choose …"
    >
      <ModelOptions narrators={withoutFaults(narrators).filter(({ ready }) => ready)} />
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
