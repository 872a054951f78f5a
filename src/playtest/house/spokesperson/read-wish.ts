import { lowerFirst, unstopped } from "../words/index.ts";

/** What somebody wants, as far as it can be told from how they put it. */
export type Wish =
  | { kind: "do"; action: string; aside?: string; recap?: boolean }
  | { kind: "ask"; question: string }
  | { kind: "recap"; aside?: string }
  | { kind: "aside"; aside: string; heavy: boolean }
  | { kind: "try"; attempt: string }
  | { kind: "along"; with: string }
  | { kind: "introduce"; as: string }
  | { kind: "free"; words: string };

const wishes =
  /^(?:let's|let us|i want us to|i want to|i'd like us to|i'd like to|i would like to|we should|we could|i'd|i would|my vote is to|i vote (?:we|to)|i say we|we)\s+/i;
const along =
  /^(?:goes along with|go along with|stay right behind|stick with|do whatever|tag along with|do the same as)\s+(the others|[\p{L}'-]+)/iu;

export function readWish(wants: string): Wish {
  const text = wants.trim();
  const aside = /"([^"]+)"/.exec(text)?.[1];
  const introduced = /^introduce me as (.+)$/is.exec(text)?.[1];
  if (introduced !== undefined) return { kind: "introduce", as: unstopped(introduced) };
  const action = /^(?:let's|we should) (.+?), (?:after a short recap|with a nod to)/is.exec(text)?.[1];
  const recap = /\brecap\b|\bcatch (?:me|us) up\b/i.test(text);
  if (action !== undefined) return { kind: "do", action, aside, recap };
  if (recap) return { kind: "recap", aside };
  const question = (
    /^ask\s+(.+)$/is.exec(text) ??
    /\band ask ((?:what|who|where|when|why|how|whether|which)\b.+)$/is.exec(text)
  )?.[1];
  if (question !== undefined) return { kind: "ask", question: unstopped(question) };
  if (aside !== undefined) return { kind: "aside", aside, heavy: /^forget the rest\b/i.test(text) };
  const leader = along.exec(text)?.[1];
  if (leader !== undefined) return { kind: "along", with: leader };
  const attempt = /^let me (.+)$/is.exec(text)?.[1];
  if (attempt !== undefined) return { kind: "try", attempt: unstopped(attempt) };
  if (wishes.test(text)) return { kind: "do", action: unstopped(text.replace(wishes, "")) };
  // "Follow the tracks.": an order is a wish as well. Anything longer, or asked, is passed on in its own words.
  if (
    /^\p{Lu}?\p{Ll}+ /u.test(text) &&
    text.split(/\s+/).length <= 14 &&
    !/[?!]|\b(?:I|i'm|we|it)\b/i.test(text)
  )
    return { kind: "do", action: lowerFirst(unstopped(text)) };
  return { kind: "free", words: unstopped(text) };
}
