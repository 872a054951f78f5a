/** What went wrong, one by one: for people who look into a rate. */
import type { FalseAlarm, MissedFault } from "../../contract/index.ts";
import type { Tried } from "./plant-faults.ts";
import type { Transcript } from "./transcript.ts";

type Kind = MissedFault["kind"];

export function missesIn(
  kind: Kind,
  { tried, independent }: { tried: readonly Tried[]; independent: readonly Tried[] },
): MissedFault[] {
  const of = (all: readonly Tried[], isIndependent: boolean) =>
    all
      .filter(({ hit }) => !hit)
      .map(({ operator, transcript, turn, about }) => ({
        kind,
        operator,
        independent: isIndependent,
        session: transcript,
        turn,
        about,
      }));
  return [...of(tried, false), ...of(independent, true)];
}

export const alarmsIn = (kind: Kind, transcripts: readonly Transcript[]): FalseAlarm[] =>
  transcripts.flatMap(({ name, records }) =>
    records
      .flatMap(({ issues, hints = [] }) => [...issues, ...hints])
      .map(({ type, turn, description }) => ({
        kind,
        finding: type,
        session: name,
        turn,
        about: description,
      })),
  );
