import type { Choices, ReplayEstimate, SessionTexts } from "../../../src/contract/index.ts";
import { ModelOptions } from "../start/fields.tsx";
import type { Draft } from "./draft.ts";

type Models = Pick<Draft, "narrator" | "playerModel" | "classifier" | "observer">;
type FieldProps = {
  used: SessionTexts;
  narrators: Choices["narrators"];
  draft: Models;
  change: (changed: Partial<Models>) => void;
};

export function NarratorField({ used, narrators, draft, change }: FieldProps) {
  return (
    <label className="field">
      Narrator
      <select value={draft.narrator} onChange={(event) => change({ narrator: event.target.value })}>
        <option value="">the same ({used.narrator})</option>
        <ModelOptions narrators={narrators} />
      </select>
    </label>
  );
}

/** Who plays besides the narrator, and who reads. They open if a key is missing. */
export function CastFields({ used, narrators, draft, change, open }: FieldProps & { open: boolean }) {
  const models = narrators.filter(({ name }) => !name.startsWith("house/"));
  return (
    <details open={open}>
      <summary>Players, classifier and reader</summary>
      <div className="more-settings">
        <label className="field">
          Players
          <select value={draft.playerModel} onChange={(event) => change({ playerModel: event.target.value })}>
            <option value="">the same ({used.players.join(", ")})</option>
            <ModelOptions narrators={models} />
          </select>
        </label>
        <label className="field">
          Classifier
          <select value={draft.classifier} onChange={(event) => change({ classifier: event.target.value })}>
            <option value="">the same ({used.classifier})</option>
            <ModelOptions narrators={models} />
          </select>
        </label>
        <label className="field">
          Reader
          <select value={draft.observer} onChange={(event) => change({ observer: event.target.value })}>
            <option value="">the same ({used.observer})</option>
            <option value="none">none: mechanical checks only</option>
            <ModelOptions narrators={models} />
          </select>
        </label>
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
  const ready = narrators.filter(({ name, ready }) => ready && !name.startsWith("house/"));
  return (
    <label className="field">
      Or use another model for {listed(roles.map((role) => roleNames[role]))}
      <select value="" onChange={(event) => change(replacing(event.target.value, { roles, narrator }))}>
        <option value="">choose …</option>
        <ModelOptions narrators={ready} />
      </select>
    </label>
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
