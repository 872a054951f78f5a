import { type ComponentProps, useState } from "react";
import { Select } from "../ui/index.ts";
import { Several } from "./several.tsx";

/** Several variants of which the first is the reference. They are sent in the order in which they were chosen. */
export function Compared({
  what,
  other,
  ...several
}: Omit<ComponentProps<typeof Several>, "children"> & {
  /** One of them, such as "prompt". */ what: string;
  /** The label of a field for one that is not listed. */ other?: string | undefined;
}) {
  const { chosen, onChange } = several;
  return (
    <Several {...several}>
      {other !== undefined && (
        <Unlisted label={other} onAdd={(value) => onChange([...new Set([...chosen, value])])} />
      )}
      {chosen.length > 1 && (
        <Select
          label={`Reference ${what}: the ${chosen.length > 2 ? "others are" : "other is"} compared with it`}
          value={chosen[0]!}
          onChange={(value) => onChange([value, ...chosen.filter((each) => each !== value)])}
          options={chosen}
        />
      )}
    </Several>
  );
}

/** A name that the list lacks. The server checks it. */
function Unlisted({ label, onAdd }: { label: string; onAdd: (value: string) => void }) {
  const [typed, setTyped] = useState("");
  const add = () => {
    if (typed.trim() !== "") onAdd(typed.trim());
    setTyped("");
  };
  return (
    <div className="unlisted">
      <label className="field">
        {label}
        <input
          value={typed}
          maxLength={300}
          spellCheck={false}
          placeholder="provider/model, such as local/llama3.2"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter adds the name instead of starting the run.
            event.preventDefault();
            add();
          }}
        />
      </label>
      <button type="button" onClick={add} disabled={typed.trim() === ""}>
        Add
      </button>
    </div>
  );
}
