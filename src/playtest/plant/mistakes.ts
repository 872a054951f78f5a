/** What went wrong, one by one: for people who look into a rate. */
import type { FalseAlarm, MissedFault } from "../../contract/index.ts";
import type { Tried } from "./plant-faults.ts";
import type { Transcript } from "./transcript.ts";

type Kind = MissedFault["kind"];

export const missesIn = (kind: Kind, tried: readonly Tried[]): MissedFault[] =>
  tried
    .filter(({ hit }) => !hit)
    .map(({ operator, transcript, turn, about }) => ({ kind, operator, session: transcript, turn, about }));

export const alarmsIn = (kind: Kind, transcripts: readonly Transcript[]): FalseAlarm[] =>
  transcripts.flatMap(({ name, records }) =>
    records
      .flatMap(({ issues }) => issues)
      .map(({ type, turn, description }) => ({
        kind,
        finding: type,
        session: name,
        turn,
        about: description,
      })),
  );
