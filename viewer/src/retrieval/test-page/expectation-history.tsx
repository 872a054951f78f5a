import type { Expectations, HistoryStep } from "../../../../src/contract/index.ts";
import { Badge, Command, when } from "../../ui/index.ts";

const sources = { bank: "The bank", model: "A model", person: "A person" };

/** Who set the expectation, and when. Newest first, each step with its changes. */
export function ExpectationHistory({
  history,
  contestedBy,
  testId,
}: {
  history: readonly HistoryStep[];
  contestedBy: string | null;
  testId: string;
}) {
  return (
    <section className="panel" aria-labelledby="history-title">
      <h2 id="history-title">History of the expectation</h2>
      {contestedBy && (
        <p className="house-note">
          Contested: the calibration of {when(contestedBy)} disagrees with the override. The override takes
          precedence.
        </p>
      )}
      <ol className="time-line">
        {history
          .map((step, index) => ({
            step,
            before:
              history.slice(0, index).findLast(({ expectations }) => expectations !== null)?.expectations ??
              null,
          }))
          .toReversed()
          .map(({ step, before }, index) => (
            <Step key={index} step={step} before={before} />
          ))}
      </ol>
      <p className="muted small">An override takes precedence over a model:</p>
      <Command>{`rehearse bank override ${testId} --primary ENTITY --reason "…" --by NAME`}</Command>
    </section>
  );
}

function Step({
  step: { at, by, who, trigger, kb_version, why, expectations, in_force },
  before,
}: {
  step: HistoryStep;
  before: Expectations | null;
}) {
  return (
    <li className={`${by} ${in_force ? "in-force" : ""}`}>
      <p>
        <b>{who ?? sources[by]}</b>
        {who && (
          <span className="muted small">{by === "person" ? "a person's override" : "calibration"}</span>
        )}
        {in_force && <Badge tone="good">in force</Badge>}
        {!in_force && by === "person" && <Badge>replaced</Badge>}
        <span className="muted small">
          {at === null ? "original bank" : when(at)}
          {kb_version && `, knowledge base ${kb_version}`}
          {trigger && trigger !== "human_override" && `, ${trigger}`}
        </span>
      </p>
      {why && <p className="why">{why}</p>}
      {expectations === null ? (
        <p className="muted small">Reviewed, unchanged.</p>
      ) : (
        <Changes now={expectations} before={before} />
      )}
    </li>
  );
}

const kinds = {
  expected_primary: "primary",
  expected_secondary: "secondary",
  not_expected: "must not be retrieved",
} as const;

/** What was added and removed; the first step lists everything. */
function Changes({ now, before }: { now: Expectations; before: Expectations | null }) {
  const changes = (Object.keys(kinds) as Array<keyof typeof kinds>).flatMap((kind) => {
    const [is, was] = [now[kind], before?.[kind] ?? []];
    return [
      ...is.filter((id) => !was.includes(id)).map((id) => ({ kind, id, sign: "+" })),
      ...was.filter((id) => !is.includes(id)).map((id) => ({ kind, id, sign: "−" })),
    ];
  });
  const order = (one: Expectations | null) =>
    (one?.rank_check ?? []).map(({ higher, lower }) => `${higher} before ${lower}`);
  const orders = [
    ...order(now)
      .filter((pair) => !order(before).includes(pair))
      .map((id) => ({ kind: "order" as const, id, sign: "+" })),
    ...order(before)
      .filter((pair) => !order(now).includes(pair))
      .map((id) => ({ kind: "order" as const, id, sign: "−" })),
  ];
  if (changes.length + orders.length === 0) return <p className="muted small">Unchanged.</p>;
  return (
    <ul className="changes">
      {[...changes, ...orders].map(({ kind, id, sign }) => (
        <li key={`${kind} ${id} ${sign}`} className={sign === "+" ? "added" : "removed"}>
          <span className="sign" aria-hidden="true">
            {sign}
          </span>
          <span className="visually-hidden">{sign === "+" ? "added" : "removed"}: </span>
          {id} <span className="muted small">{kind === "order" ? "order" : kinds[kind]}</span>
        </li>
      ))}
    </ul>
  );
}
