import { cutText, LONGEST_SAID } from "./cut-text.ts";
import type { PlayerReply } from "./player-prompt.ts";

/** A player's reply with nothing in it that is too long to be said at a table; and how long it was, where it had to be cut. */
export function cutReply(reply: PlayerReply): { reply: PlayerReply; cutFrom?: number } {
  const { says, wants, private: answer, tells } = reply;
  const longest = Math.max(...[says, wants, answer ?? "", tells ?? ""].map(({ length }) => length));
  if (longest <= LONGEST_SAID) return { reply };
  const cut = (text: string) => cutText(text, LONGEST_SAID);
  return {
    reply: {
      ...reply,
      says: cut(says),
      wants: cut(wants),
      private: answer && cut(answer),
      tells: tells && cut(tells),
    },
    cutFrom: longest,
  };
}
