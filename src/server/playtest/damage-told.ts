import type { Damage } from "../../contract/index.ts";
import type { Salvaged } from "../../playtest/index.ts";

/** Damage in the words of a page: what is shown all the same, and what its reader can do. */

const COPY = "If you have a copy of the file, put it back.";

export const resultDamage = (why: string): Damage => ({
  file: "session.json",
  what: `${why} The outcome and the scores shown here are rebuilt from the turns.`,
  remedy: "Nothing that was said is lost. `rehearse resume` with this session's folder rewrites the file.",
});

/** Written by a later version of rehearse: nothing is wrong with it. */
export const newerDamage = (file: string): Damage => ({
  file,
  what: "It was written by a later version of rehearse, which this version cannot read. This page is built from the other files.",
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
  remedy: "Move that file away, or judge the session again with `rehearse judge`.",
});

/** A turn that another file holds as well is shown from there. */
export function turnDamage({ broken, records, start, startFrom }: Salvaged): Damage[] {
  const there = new Set(records.map(({ turn }) => turn));
  return broken.map(({ file, turn, problem }, at) => {
    const isFirst = at === 0 && (start === undefined || startFrom !== undefined);
    const shown = isFirst
      ? startFrom === undefined
        ? "It holds the session's start. Story, prompt and players are shown as far as other files contain them."
        : `The session's start is read from ${startFrom}.`
      : there.has(turn)
        ? `Turn ${turn} is shown from a later file, which holds it as well.`
        : `Turn ${turn} is not shown.`;
    return {
      file,
      what: `It cannot be used: ${problem}. ${shown}`,
      remedy:
        isFirst || there.has(turn)
          ? COPY
          : `${COPY} Otherwise delete it and the turns after it, and \`rehearse resume\` plays them again from the saved answers at no cost.`,
    };
  });
}

export const linkDamage = (file: string): Damage => ({
  file,
  what: "It is a link, and links in a session's folder are not followed.",
  remedy: "Put the file itself in its place.",
});
