import type { Choices } from "../../../src/contract/index.ts";

/** Narrators that could answer now; the others say that they have no key. */
export function NarratorSelect({ now, narrators }: { now: string; narrators: Choices["narrators"] }) {
  const group = (label: string, list: Choices["narrators"]) =>
    list.length > 0 && (
      <optgroup label={label}>
        {list.map(({ name, ready }) => (
          <option key={name} value={name} disabled={!ready}>
            {name}
            {ready ? "" : " (no key)"}
          </option>
        ))}
      </optgroup>
    );
  return (
    <label className="field">
      Narrator
      <select name="narrator" defaultValue="">
        <option value="">the same{now !== "" && ` (${now})`}</option>
        {group(
          "Models",
          narrators.filter(({ house }) => !house),
        )}
        {group(
          "House cast, no evidence about a prompt",
          narrators.filter(({ house }) => house),
        )}
      </select>
    </label>
  );
}
