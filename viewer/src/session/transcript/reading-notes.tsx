import type { TurnReading } from "../../../../src/contract/index.ts";
import { count } from "../../ui/index.ts";

type NamesProps = { names: readonly string[] };
const nameOf = (names: readonly string[], seat: number): string => names[seat] ?? `seat ${seat}`;

/** What the reader noted beside findings: requests, digressions, secrets and pay-offs. Folded, but found by a search. */
export function ReadingNotes({ reading, names }: NamesProps & { reading: TurnReading }) {
  const summary = readingSummary(reading);
  if (summary.length === 0) return null;
  const { requests, asks, strays, returned, secrets, shared, payoffs } = reading;
  return (
    <details className="reading-notes">
      <summary>Reader: {summary.join(", ")}</summary>
      <ul>
        {requests.map(({ text, turn, outcome }, at) => (
          <li key={`request-${at}`}>
            <b className={`outcome-${outcome}`}>{outcome}</b> the request of turn {turn}: {text}
          </li>
        ))}
        {asks.map((text, at) => (
          <li key={`ask-${at}`}>
            <b>asked</b> {text}
          </li>
        ))}
        {returned && <li>{returnWords(returned)}</li>}
        {strays && (
          <li>
            <b>off the story</b> {nameOf(names, strays.by)}: {strays.about}
            {strays.relayed ? "" : " (the narrator was not told)"} <q>{strays.quote}</q>
          </li>
        )}
        {secrets.map(({ to, quote }, at) => (
          <li key={`secret-${at}`}>
            <b>secret</b> told to {to.map((seat) => nameOf(names, seat)).join(" and ") || "nobody"}:{" "}
            <q>{quote}</q>
          </li>
        ))}
        {shared.map(({ turn, quote }, at) => (
          <li key={`shared-${at}`}>
            <b>shared</b> the secret of turn {turn}: <q>{quote}</q>
          </li>
        ))}
        {payoffs.map(({ turn, quote }, at) => (
          <li key={`payoff-${at}`}>
            <b>pay-off</b> of the secret of turn {turn}: <q>{quote}</q>
          </li>
        ))}
      </ul>
    </details>
  );
}

const outcomes = ["granted", "refused", "deferred", "ignored"] as const;

/** The summary line, such as "1 request granted", "2 secrets". */
function readingSummary({
  requests,
  asks,
  strays,
  returned,
  secrets,
  shared,
  payoffs,
}: TurnReading): string[] {
  const many = (number: number, one: string) => (number === 0 ? [] : [count(number, one)]);
  return [
    ...outcomes.flatMap((outcome) => {
      const [words] = many(requests.filter((request) => request.outcome === outcome).length, "request");
      return words ? [`${words} ${outcome}`] : [];
    }),
    ...many(asks.length, "new request"),
    ...(returned ? ["back to the story"] : []),
    ...(strays ? ["off the story"] : []),
    ...many(secrets.length, "secret"),
    ...(shared.length > 0 ? ["secret shared"] : []),
    ...many(payoffs.length, "pay-off"),
  ];
}

const hows = { natural: "naturally", forced: "by force", "by-players": "by the players" } as const;

const returnWords = ({ how, naturalness, woven }: NonNullable<TurnReading["returned"]>): string =>
  `The digression ended ${hows[how]}${naturalness === undefined ? "" : `, naturalness ${naturalness} of 5`}${woven ? ", and the story used it" : ""}.`;
