/** Whose results are looked at, in words; a choice, where there are others'. */
export function TargetChoice({ target, own, others, choose, label }: { target: string; /** Undefined: there is no server, as in a file. */ own: string | undefined; others: readonly string[]; choose: (target: string) => void; /** More to say of one of them. */ label?: (target: string) => string }) {
  const all = [...new Set([...(own === undefined ? [] : [own]), target, ...others])];
  const text = (name: string) => [name, name === own && "this server's own", label?.(name)].filter(Boolean).join(", ");
  if (all.length === 1)
    return (
      <p className="whose">
        Results of <b>{target}</b>
        {target === own && <span className="muted">, this server's own</span>}
      </p>
    );
  return (
    <label className="field inline whose">
      Results of
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
