/** Whose results are looked at, in words; a choice, where there are others'. */
export function TargetChoice({
  target,
  own,
  others,
  choose,
  label,
}: {
  target: string;
  /** Undefined: there is no server, as in a file. */ own: string | undefined;
  others: readonly string[];
  choose: (target: string) => void;
  /** More to say of one of them. */ label?: (target: string) => string;
}) {
  const all = [...new Set([...(own === undefined ? [] : [own]), target, ...others])];
  const text = (name: string) =>
    [name, label?.(name)].filter(Boolean).join(": ") + (name === own ? " (what this server checks)" : "");
  if (all.length === 1)
    return (
      <p className="whose">
        System under test: <b>{target}</b>
      </p>
    );
  return (
    <label className="field inline whose">
      System under test:
      <select value={target} onChange={(event) => choose(event.target.value)}>
        {all.map((name) => (
          <option key={name} value={name}>
            {text(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
