import type { NameBook } from "./name-book.ts";
import { readTag, type Tag, type TagMeaning } from "./tag-words.ts";

const markup = /[ \t>*_#~•=`-]{0,12}/y;
/** Where a label may end: a colon, a dash, the end of an emphasis, the end of the line. */
const ending = /[*_]{0,3}\s?[:—][*_]{0,3}|[*_]{1,3}|$/g;
const telling =
  /privat|secret|whisper|only|alone|aside|confiden|solely|exclusive|vision|dream|memory|nightmare|premonition|\bdm\b|everyone|everybody|\ball\b|group|party|public|table|players|^(?:to|for)\b/i;
const closes = /^(?:\/|ends?\b)|\b(?:ends?|over)[\s\p{P}\p{S}]*$/iu;
const LONGEST = 90;

/** "Sam only: …", "**Privately to Sam:** …", "### For Sam only", "Everyone: …" */
export function* findLabels(flat: string, book: NameBook, starts: Iterable<number>): Generator<Tag> {
  for (const start of starts) {
    markup.lastIndex = start;
    const marks = markup.exec(flat)![0];
    const from = start + marks.length;
    const line = /^[^\n[\]<>]*/.exec(flat.slice(from, from + LONGEST))![0];
    const told = commandIn(line, book);
    if (told) yield { start, end: from + told.length, meaning: told.meaning, form: "label" };
    if (told) continue;
    if (!telling.test(line)) continue;
    const label = labelIn(line, {
      book,
      marked: /[*_#]/.test(marks),
      cut: from + line.length < flat.length && flat[from + line.length] !== "\n",
    });
    if (label)
      yield {
        start,
        end: from + label.length,
        meaning: label.meaning,
        form: closes.test(line.slice(0, label.length)) ? "close" : "label",
      };
  }
}

/** As in a chat: "/w Sam the key is brass" */
function commandIn(line: string, book: NameBook): Label | undefined {
  const command = /^\/(?:w|whisper|msg|message|tell|pm|dm|private)[ \t]+@?/i.exec(line)?.[0];
  const name = command === undefined ? undefined : book.inTag(line.slice(command.length))[0];
  return name?.start === 0
    ? { length: command!.length + name.end, meaning: { means: "private", seats: name.seats } }
    : undefined;
}

type Label = { length: number; meaning: Tag["meaning"] };

/** The longest of the first few beginnings of the line that names a player; otherwise the first that is a label at all. */
function labelIn(
  line: string,
  { book, marked, cut }: { book: NameBook; marked: boolean; cut: boolean },
): Label | undefined {
  let best: Label | undefined;
  let tried = 0;
  for (const { 0: mark, index } of line.matchAll(ending)) {
    if (tried++ === 4 || (mark === "" && cut)) break;
    const words = line.slice(0, index);
    const colon = /[:—]/.test(mark);
    if (!colon && !(marked && !/[*_]/.test(words)) && !standsAlone(words)) continue;
    const meaning = readTag(words, book, { bare: colon, written: "label" });
    if (meaning && !isLabel(meaning, { words, colon, marked, book })) continue;
    if (meaning && (!best || meaning.means === "private")) best = { length: index + mark.length, meaning };
  }
  return best;
}

/** In prose "To Father Treloar:" begins a letter, and "Whispers — dozens of them" is no label. */
function isLabel(
  meaning: TagMeaning,
  { words, colon, marked, book }: { words: string; colon: boolean; marked: boolean; book: NameBook },
): boolean {
  if (meaning.means === "private-to-unknown")
    return telling.test(words.replace(/^\s*(?:to|for)\b/i, "")) || book.nearest(meaning.name).length > 0;
  return meaning.means !== "private-to-unnamed" || marked || closes.test(words) || (colon && meaning.sealed);
}

/** Without a colon or an emphasis, only words that cannot be a sentence. */
const standsAlone = (words: string): boolean =>
  !/[.!?]\s*$/.test(words) &&
  /^(?:private|secret|whisper|aside)|(?:only|alone|privately|private)[\s=~-]*$/i.test(words);
