import { Select } from "../ui/index.ts";
/** Names the target of the results, and offers the others if there are any. */
export function TargetChoice({
  target,
  own,
  others,
  choose,
  label,
}: {
  target: string;
  /** Undefined without a server, as in an exported file. */ own: string | undefined;
  others: readonly string[];
  choose: (target: string) => void;
  /** Extra text for a target. */ label?: (target: string) => string;
}) {
  const all = [...new Set([...(own === undefined ? [] : [own]), target, ...others])];
  const text = (name: string) =>
    [name, label?.(name)].filter(Boolean).join(": ") + (name === own ? " (default of this server)" : "");
  if (all.length === 1)
    return (
      <p className="whose">
        System under test: <b>{target}</b>
      </p>
    );
  return (
    <Select
      label="System under test:"
      className="field inline whose"
      value={target}
      onChange={choose}
      options={all.map((name) => ({ value: name, text: text(name) }))}
    />
  );
}
