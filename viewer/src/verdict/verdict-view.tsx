import type { ReactNode } from "react";
import type {
  Cause,
  Fact,
  Step,
  Verdict,
  VerdictFinding,
  VerdictTable,
} from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { Badge, Command, DataTable, Icon, IfLinked } from "../ui/index.ts";

/** A sign for each outcome, so that colour is not the only one. */
export const outcomeLooks: Record<
  Verdict["outcome"],
  { tone: "good" | "bad" | "warn" | "calm"; sign: ReactNode }
> = {
  passed: { tone: "good", sign: <Icon name="check" /> },
  failed: { tone: "bad", sign: <Icon name="cross" /> },
  undecided: { tone: "warn", sign: "?" },
  stopped: { tone: "warn", sign: "…" },
  done: { tone: "calm", sign: <Icon name="dot" /> },
};

/** What an operation found out: the answer, what must be known to believe it, its reasons, and what to do next. */
export function VerdictView({ verdict }: { verdict: Verdict }) {
  const { outcome, headline, cautions, because, facts, findings, tables, next } = verdict;
  const { tone, sign } = outcomeLooks[outcome];
  return (
    <div className="verdict-view">
      {cautions.map((caution, at) => (
        <p key={at} className="house-note">
          <b>Note:</b> {caution}
        </p>
      ))}
      <section className={`decision ${tone}`} aria-label="Verdict">
        <span className="decision-sign" aria-hidden="true">
          {sign}
        </span>
        <div>
          <h2>{headline}</h2>
          {outcome !== "done" && !headline.toLowerCase().startsWith(outcome) && (
            <Badge tone={tone}>{outcome}</Badge>
          )}
        </div>
      </section>
      <Part title="Because" items={because}>
        <ul className="verdict-items">
          {because.map((cause, at) => (
            <CauseItem key={at} cause={cause} />
          ))}
        </ul>
      </Part>
      <Part title="Facts" items={facts}>
        <dl className="facts">
          {facts.map((fact, at) => (
            <FactItem key={at} fact={fact} />
          ))}
        </dl>
      </Part>
      <Part title="Findings" items={findings}>
        <ul className="verdict-items">
          {findings.map((finding, at) => (
            <FindingItem key={at} finding={finding} />
          ))}
        </ul>
      </Part>
      {tables.map((table, at) => (
        <TablePart key={at} table={table} />
      ))}
      <Part title="Next" items={next}>
        <ul className="verdict-items">
          {next.map((step, at) => (
            <StepItem key={at} step={step} />
          ))}
        </ul>
      </Part>
    </div>
  );
}

const Part = ({
  title,
  items,
  children,
}: {
  title: string;
  items: readonly unknown[];
  children: ReactNode;
}) =>
  items.length > 0 && (
    <section className="panel">
      <h3>{title}</h3>
      {children}
    </section>
  );

const CauseItem = ({ cause: { label, points, touched, detail, quote } }: { cause: Cause }) => (
  <li>
    <p>
      <b>{label}</b> <span className="number">{`${points > 0 ? "+" : ""}${inPoints(points)}`}</span>
      {touched && `, in ${touched.count} of ${touched.of} ${touched.unit}`}
      {detail !== undefined && <span className="muted"> ({detail})</span>}
    </p>
    {quote && <Quoted quote={quote} />}
  </li>
);

const FactItem = ({ fact: { label, value, unit, note } }: { fact: Fact }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value === null ? (
        <span className="muted">missing</span>
      ) : (
        <b className="number">{[shown(value), unit].filter((part) => part !== undefined).join(" ")}</b>
      )}
      {note !== undefined && <span className="muted small">{note}</span>}
    </dd>
  </div>
);

const FindingItem = ({
  finding: { id, session, turn, title, says, points, quotes },
}: {
  finding: VerdictFinding;
}) => (
  <li>
    <h4>
      <IfLinked href={session && withQuery(`/sessions/${encodeURIComponent(session)}`, { turn })}>
        {title}
      </IfLinked>
    </h4>
    {(points !== undefined || id !== undefined) && (
      <p className="muted small">
        {points !== undefined && `${inPoints(points)} lost`}
        {points !== undefined && id !== undefined && " · "}
        {id !== undefined && <code>{id}</code>}
      </p>
    )}
    <p>{says}</p>
    {quotes.map((quote, at) => (
      <Quoted key={at} quote={quote} />
    ))}
  </li>
);

const Quoted = ({ quote: { at, text } }: { quote: VerdictFinding["quotes"][number] }) => (
  <figure className="verdict-quote small">
    <blockquote>{text}</blockquote>
    <figcaption className="muted">{at}</figcaption>
  </figure>
);

const TablePart = ({ table: { title, columns, rows, note } }: { table: VerdictTable }) => (
  <section className="panel">
    <h3>{title}</h3>
    <DataTable
      label={title}
      rows={rows}
      keyOf={(_, at) => at}
      columns={columns.map(({ label, align }, at) => ({
        label,
        number: align === "right",
        cell: (row: VerdictTable["rows"][number]) => (row[at] == null ? <Missing /> : shown(row[at])),
      }))}
    />
    {note !== undefined && <p className="muted small">{note}</p>}
  </section>
);

const Missing = () => (
  <>
    <span aria-hidden="true">-</span>
    <span className="visually-hidden">missing</span>
  </>
);

/** A page that is one file has no workspace in which a command could be typed. */
const StepItem = ({ step: { says, command } }: { step: Step }) => (
  <li>
    <p>{says}</p>
    {command !== undefined && !exported && <Command>{command}</Command>}
  </li>
);

const shown = (value: string | number): string => (typeof value === "number" ? shownNumber(value) : value);

/** As in the reports: at most one decimal, below 1 two significant digits. */
export function shownNumber(value: number): string {
  const size = Number(Math.abs(value).toPrecision(12));
  const short = Number(size < 1 ? size.toPrecision(2) : size.toFixed(1));
  return `${value < 0 && short !== 0 ? "−" : ""}${short}`;
}

const inPoints = (points: number): string => {
  const number = shownNumber(points);
  return `${number} ${/^−?1$/.test(number) ? "point" : "points"}`;
};
