import type { PrivateMoment } from "../../../contract/index.ts";
import { editWords } from "../edit-words.ts";
import { fill, withParagraph, withWords } from "../narration-edits.ts";
import type { Bank, Operator, Plant } from "../operator.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";

/** How soon it is let out. */
const SOON = 6;

const leaks: Readonly<Record<Bank, readonly string[]>> = {
  fit: [
    "By now all of you have heard what was meant for one of you: {secret}",
    "It gets about, as such things do. {secret}",
    "And here is what {name} was told. {secret}",
  ],
  report: [
    "None of this is news to anybody any more. {secret}",
    "You all know it now, of course: {secret}",
    "{name} need not say it, since I will. {secret}",
    "{secret}",
  ],
};
const uses: Readonly<Record<Bank, readonly string[]>> = {
  fit: ["I keep thinking of it. {secret}", "Well, we know this much. {secret}"],
  report: ["Wait, there was something. {secret}", "{secret} That has to mean something."],
};

/** What one player was told and did not share is told to everybody, or used by another player, or passed on by a spokesperson who never heard it. */
export const leak: Operator = {
  name: "secret-leak",
  expects: "leak",
  plant(transcript, { dice, bank }) {
    const turns = openTurns(transcript);
    const kept = transcript.states
      .at(-1)!
      .privateMoments.filter(({ shared, content }) => !shared && content.split(/\s+/).length >= 15);
    const places = kept.flatMap((moment) =>
      turns
        .filter(
          (turn) =>
            turn > moment.turn && turn <= moment.turn + SOON && turn < (moment.payoffTurn ?? Infinity),
        )
        .map((turn) => ({ moment, turn })),
    );
    if (places.length === 0) return undefined;
    const { moment, turn } = dice.pick(places);
    const vocabulary = recordAt(transcript, turn)!.narrator.text.match(/[\p{L}'’-]+/gu) ?? [];
    const whole = inThirdPerson(moment, transcript);
    const sentences = whole.match(/[^.!?]+[.!?]+["”]?\s*/g) ?? [whole];
    const secret = dice.pick([
      whole,
      editWords(whole, { share: 0.2, dice, vocabulary }),
      sentences
        .slice(0, Math.ceil(sentences.length * 0.7))
        .join("")
        .trim(),
    ]);
    return [toAll, toAll, byPlayer, byRelay][dice.int(4)]!();

    function planted(
      edit: { text?: string; says?: { seat: number; words: string }; relay?: string },
      by: string,
    ): Plant {
      return {
        turn,
        endTurn: turn,
        edits: new Map([[turn, edit]]),
        about: `${by}: what ${moment.target} was told in turn ${moment.turn}`,
      };
    }
    function toAll(): Plant {
      const words = fill(dice.pick(leaks[bank]), { name: moment.target, secret });
      const record = recordAt(transcript, turn)!;
      return planted(
        { text: dice.chance(0.5) ? withWords(record, words) : withParagraph(record, words) },
        "the narrator to all",
      );
    }
    function byPlayer(): Plant {
      const others = recordAt(transcript, turn)!.players.filter(({ seat }) => seat !== moment.seat);
      if (others.length === 0) return toAll();
      return planted(
        { says: { seat: dice.pick(others).seat, words: fill(dice.pick(uses[bank]), { secret }) } },
        "another player",
      );
    }
    function byRelay(): Plant {
      const { relay } = recordAt(transcript, turn)!;
      return relay === undefined || relay.seat === moment.seat
        ? toAll()
        : planted({ relay: `${relay.text} ${secret}` }, "the relay");
    }
  },
};

/** Told of the player, and not to them. */
const inThirdPerson = ({ content, target }: PrivateMoment, { config }: Transcript): string =>
  content
    .replace(/^\[[^\]]*\]\s*/, "")
    .replaceAll(new RegExp(String.raw`(?:,\s*)?\b${RegExp.escape(target)}\b,?`, "g"), "")
    .replaceAll(/\b(?:Y|y)our(?:s|self)?\b/g, "their own")
    .replace(
      /\bYou alone\b|\b[Yy]ou\b/,
      config.group.players.some(({ name }) => name === target) ? target : "somebody",
    )
    .replaceAll(/\b[Yy]ou\b/g, "they")
    .trim();
