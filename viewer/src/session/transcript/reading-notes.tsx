import type { TurnReading } from "../../../../src/contract/index.ts";
import { count, kindTitle } from "../../ui/index.ts";

type NamesProps = { names: readonly string[] };
const nameOf = (names: readonly string[], seat: number): string => names[seat] ?? `seat ${seat}`;

/** What the reader noted beside findings: digressions, private passages and hints. Folded, but found by a search. */
export function ReadingNotes({ reading, names }: NamesProps & { reading: TurnReading }) {
  const {
    digression: { opened, noticed, returned, exploration },
    privately,
    payoffs,
    hints,
  } = reading;
  return (
    <details className="reading-notes">
      <summary>Reader: {readingSummary(reading).join(", ")}</summary>
      <ul>
        {noticed !== undefined && (
          <li>The narrator {noticed ? "noticed" : "did not notice"} the digression.</li>
        )}
        {returned && (
          <li>
            <b>back to the story</b> {returnWords(returned)}
            {returned.segue !== undefined && <q>{returned.segue}</q>}
          </li>
        )}
        {opened && (
          <li>
            <b>off the story</b> {nameOf(names, opened.by)}: {opened.about}
            {opened.relayed ? "" : " (the narrator was not told)"} <q>{opened.quote}</q>
          </li>
        )}
        {exploration !== undefined && (
          <li>
            <b>exploration taken for a digression</b> <q>{exploration}</q>
          </li>
        )}
        {privately.map(({ seat, player, moment }) => (
          <li key={`private-${seat}`}>
            <b>private fit</b> {nameOf(names, seat)}: player {player} of 5, moment {moment} of 5
          </li>
        ))}
        {payoffs.map(({ turn, seat, quote }, at) => (
          <li key={`payoff-${at}`}>
            <b>pay-off</b> of what {nameOf(names, seat)} was told in turn {turn}: <q>{quote}</q>
          </li>
        ))}
        {hints.map(({ kind, quote, state, why }, at) => (
          <li key={`hint-${at}`}>
            <b>hint</b> {kindTitle(kind)}, {state}: {why} <q>{quote}</q>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The summary line, such as "off the story, 1 pay-off". */
function readingSummary({
  digression: { opened, noticed, returned, exploration },
  privately,
  payoffs,
  hints,
}: TurnReading): string[] {
  const many = (number: number, one: string) => (number === 0 ? [] : [count(number, one)]);
  return [
    ...(noticed === false ? ["digression not noticed"] : []),
    ...(noticed && !returned ? ["digression noticed"] : []),
    ...(returned ? ["back to the story"] : []),
    ...(opened ? ["off the story"] : []),
    ...(exploration === undefined ? [] : ["exploration taken for a digression"]),
    ...many(privately.length, "private passage"),
    ...many(payoffs.length, "pay-off"),
    ...many(hints.length, "hint"),
  ];
}

const hows = {
  woven: "woven",
  natural: "natural",
  forced: "forced",
  "by-players": "by the players themselves",
} as const;

const returnWords = ({ how, quality }: NonNullable<TurnReading["digression"]["returned"]>): string =>
  `${hows[how]}${quality === undefined ? "" : `, ${quality} of 5`} `;
