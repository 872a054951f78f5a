/** Damaged files of a session: how a page describes them (what is shown instead, what can be done) and the search for them. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Damage, SessionCard } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { salvageSteps, type Salvaged } from "../../playtest/index.ts";
import { runInSlices } from "./run-in-slices.ts";

const COPY = "If you have a copy of the file, put it back.";

export const resultDamage = (why: string): Damage => ({
  file: "session.json",
  what: `${why} The outcome and the scores shown here are rebuilt from the turns.`,
  remedy: "Nothing that was said is lost. `rehearse resume` with this session's folder rewrites the file.",
});

/** Not damaged: a later version of rehearse wrote it. */
export const newerDamage = (file: string): Damage => ({
  file,
  what: "It was written by a newer version of rehearse. This page is built from the other files.",
  remedy: "Upgrade rehearse.",
});

export const journalDamage = (why: string): Damage => ({
  file: "calls.jsonl",
  what: `${why} The session's cost is unknown.`,
  remedy: COPY,
});

export const verdictDamage = (why: string): Damage => ({
  file: "verdicts",
  what: `${why} The judges' scores are left out.`,
  remedy: "Remove the file, or judge the session again with `rehearse judge`.",
});

/** A turn that another file holds as well is shown from there. */
export function turnDamage({ broken, records, start, startFrom }: Salvaged): Damage[] {
  const there = new Set(records.map(({ turn }) => turn));
  return broken.map(({ file, turn, problem }, at) => {
    const isFirst = at === 0 && (start === undefined || startFrom !== undefined);
    const shown = isFirst
      ? startFrom === undefined
        ? "It contains the session's start. Story, prompt and players are shown only if other files contain them."
        : `The session's start is read from ${startFrom}.`
      : there.has(turn)
        ? `Turn ${turn} is read from a later file.`
        : `Turn ${turn} is not shown.`;
    return {
      file,
      what: `The file cannot be used: ${problem}. ${shown}`,
      remedy:
        isFirst || there.has(turn)
          ? COPY
          : `${COPY} Otherwise delete it and the turns after it, and \`rehearse resume\` plays them again from the saved answers at no cost.`,
    };
  });
}

export const linkDamage = (file: string): Damage => ({
  file,
  what: "It is a link. Links in a session's folder are not followed.",
  remedy: "Replace the link with the file itself.",
});

/** Reads every file of a session, one by one. */
export const damageIn = async (dir: string, clock: Clock): Promise<Damage[]> => [
  ...turnDamage(await runInSlices(salvageSteps(dir), clock)),
  ...(exists(join(dir, JOURNAL_FILE)) ? [] : [journalDamage("The file is missing.")]),
];

/** Each file is reported once, by the first report. */
export const mergedDamage = (first: readonly Damage[], more: readonly Damage[]): Damage[] => [
  ...first,
  ...more.filter(({ file }) => first.every((each) => each.file !== file)),
];

type Searched = { id: string; dir: string; stamp: number; card: SessionCard };
type DamageSearch<Session> = {
  /** Continues the search; sessions with known damage are skipped. */
  among(sessions: readonly Session[]): void;
  close(): Promise<void>;
};

/** Only the newest sessions are searched; an older one is read when it is opened. */
const MOST = 200;
/** The search rests four times as long as it works. */
const REST = 4;

/**
 * Lists are built from results alone. The turns are read afterwards, in the background, so that a list does not call a
 * session sound that its page finds damaged.
 */
export function createDamageSearch<Session extends Searched>({
  clock,
  note,
}: {
  clock: Clock;
  note: (session: Session, damage: readonly Damage[]) => void;
}): DamageSearch<Session> {
  const looked = new Map<string, number>();
  const stop = new AbortController();
  let waiting: Session[] = [];
  let searching: Promise<void> | undefined;

  async function search(): Promise<void> {
    for (let session = waiting.shift(); session && !stop.signal.aborted; session = waiting.shift()) {
      const began = clock.now();
      looked.set(session.id, session.stamp);
      // A session deleted meanwhile is no longer listed.
      const damage = await damageIn(session.dir, clock).catch(() => []);
      if (stop.signal.aborted) return;
      if (damage.length > 0) note(session, damage);
      await setTimeout((clock.now() - began) * REST, undefined, { ref: false, signal: stop.signal }).catch(
        () => {},
      );
    }
  }

  return {
    among(sessions) {
      if (stop.signal.aborted) return;
      const newest = sessions
        .filter(({ card }) => !card.live && card.unreadable === undefined && card.damage === undefined)
        .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
        .slice(0, MOST);
      waiting = newest.filter(({ id, stamp }) => looked.get(id) !== stamp);
      if (waiting.length > 0) searching ??= search().finally(() => (searching = undefined));
    },
    async close() {
      stop.abort();
      await searching;
    },
  };
}
