import type { Finding, PlayerAgent, PrivateMoment } from "../../contract/index.ts";
import { quoteOccurs } from "../text/index.ts";
import type { ReadTurnContent } from "./read-tangents.ts";

/** Private moments with what a reader saw become of them. In a transcript that nobody classified, the reader also finds the moments. */
export function readMoments(
  played: readonly PrivateMoment[],
  turns: readonly ReadTurnContent[],
  group: readonly PlayerAgent[],
): PrivateMoment[] {
  const found = turns
    .filter(({ record }) => record.classification.unclassified)
    .flatMap(({ record: { turn }, content }) =>
      content.secrets.flatMap(({ to, quote }) => to.map((seat) => toldTo(seat, { turn, quote, group }))),
    );
  const moments = [...played, ...found].toSorted((a, b) => a.turn - b.turn);
  const known = secretsIn(moments, turns);
  const leaks = turns.flatMap(({ content }) =>
    content.findings.filter(({ kind, state }) => kind === "leak" && state === "confirmed"),
  );
  for (const { record, content } of turns) {
    // Where it was played here, the players' own answers say what they told.
    for (const { id, quote } of record.classification.unclassified ? content.shared : [])
      change(id, (moment) =>
        moment.shared || leaks.some((leak) => wasOut(leak, moment, record.turn))
          ? moment
          : {
              ...moment,
              shared: true,
              telling: quote,
              ...(record.turn > moment.turn && { sharedTurn: record.turn }),
            },
      );
    for (const { id, player, moment: timing } of content.fits ?? [])
      change(id, (moment) => ({
        ...moment,
        backstoryAlignment: (player - 1) / 4,
        narrativeAppropriateness: (timing - 1) / 4,
      }));
    for (const { id } of content.payoffs)
      change(id, (moment) =>
        moment.payoffDetected ? moment : { ...moment, payoffDetected: true, payoffTurn: record.turn },
      );
  }
  return moments;

  function change(id: string, to: (moment: PrivateMoment) => PrivateMoment): void {
    for (const index of known.get(id) ?? []) moments[index] = to(moments[index]!);
  }
}

/** The narration comes before the table's talk: what it gave away, nobody tells the others any more. */
const wasOut = ({ quote, against }: Finding, moment: PrivateMoment, turn: number): boolean =>
  quote.turn <= turn && against?.turn === moment.turn && quoteOccurs(against.text, moment.content);

const toldTo = (
  seat: number,
  { turn, quote, group }: { turn: number; quote: string; group: readonly PlayerAgent[] },
): PrivateMoment => ({
  turn,
  seat,
  target: group[seat]?.name ?? "?",
  content: quote,
  response: "",
  shared: false,
  payoffDetected: false,
});

/**
 * Which moments each secret `s<turn>.<n>` stands for: what was told to several players is one secret and several moments.
 * Without a reading of its turn the secrets are those of the turn in their order.
 */
function secretsIn(
  moments: readonly PrivateMoment[],
  turns: readonly ReadTurnContent[],
): Map<string, number[]> {
  const places = [...moments.entries()];
  const byOrder = [...Map.groupBy(places, ([, { turn }]) => turn)].flatMap(([turn, told]) =>
    [...Map.groupBy(told, ([, { content }]) => content).values()].map(
      (same, index) => [`s${turn}.${index + 1}`, same.map(([place]) => place)] as const,
    ),
  );
  const byReading = turns.flatMap(({ record: { turn }, content }) =>
    content.secrets.map(({ id, to, quote }) => {
      const told = places.filter(([, moment]) => moment.turn === turn && to.includes(moment.seat));
      const same = told.filter(([, moment]) => quoteOccurs(quote, moment.content));
      return [id, (same.length > 0 ? same : told).map(([place]) => place)] as const;
    }),
  );
  return new Map([...byOrder, ...byReading]);
}
