import { Icon } from "../../ui/index.ts";

export type Mark = "good" | "bad" | "lost" | "extra" | "none";

const words: Record<Mark, string> = {
  good: "as expected",
  bad: "must not be retrieved",
  lost: "not retrieved",
  extra: "neither expected nor forbidden",
  none: "",
};
const signs = { good: "check", bad: "!", lost: "cross", extra: "+", none: "dot" } as const;

/** Entities with their result as a sign and words, not by colour alone. */
export function Entities({
  ids,
  mark,
  none,
}: {
  ids: readonly string[];
  mark: (id: string) => Mark;
  none?: string;
}) {
  if (ids.length === 0) return none === undefined ? null : <p className="muted">{none}</p>;
  return (
    <ul className="entities">
      {ids.map((id) => (
        <li key={id} className={mark(id)}>
          <Sign mark={mark(id)} />
          <span>{id}</span>
          {words[mark(id)] !== "" && <span className="small words">{words[mark(id)]}</span>}
        </li>
      ))}
    </ul>
  );
}

export const Sign = ({ mark }: { mark: Mark }) => (
  <span className={`sign ${mark}`} aria-hidden="true">
    {mark === "bad" || mark === "extra" ? signs[mark] : <Icon name={signs[mark]} />}
  </span>
);
