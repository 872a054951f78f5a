import type { Choices } from "../../../src/contract/index.ts";

/** All narrators; those without a key are disabled. */
export function NarratorSelect({
  now,
  narrators,
  value,
  onChange,
}: {
  now: string;
  narrators: Choices["narrators"];
  value: string;
  onChange: (name: string) => void;
}) {
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
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">the same{now !== "" && ` (${now})`}</option>
        {group(
          "Models",
          narrators.filter(({ house }) => !house),
        )}
        {group(
          "House cast (not evidence about a prompt)",
          narrators.filter(({ house }) => house),
        )}
      </select>
    </label>
  );
}
