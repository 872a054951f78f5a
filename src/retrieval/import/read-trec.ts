/** TREC: topics (SGML, XML or tabs), judgements (`topic iteration document grade`) and runs (`topic Q0 document rank score tag`). */
import { optionText } from "../../kernel/errors/index.ts";
import { readLines } from "../../kernel/store/index.ts";
import {
  addJudgement,
  expectedOf,
  newTest,
  type JudgementsByQuery,
  type Report,
  type Source,
} from "./imported.ts";
import { badRows, columnRows, excerpt } from "./read-rows.ts";

export type TrecFile = "topics" | "qrels" | "run";

/** Tells the files apart by their first lines; undefined: none of them. */
export function trecKind(path: string): TrecFile | undefined {
  for (const line of readLines(path)) {
    const text = line.trim();
    if (/^<.*<top(ic)?\b|^<top(ic)?\b/i.test(text)) return "topics";
    // What encloses the topics has another name in every track.
    if (text === "" || text.startsWith("<")) continue;
    const columns = text.split(/\s+/);
    if (columns.length === 6 && isNumber(columns[3]) && isNumber(columns[4])) return "run";
    if (columns.length === 4 && /^-?\d+$/.test(columns[3]!) && !line.includes("\t\t")) return "qrels";
    return line.split("\t").length === 2 ? "topics" : undefined;
  }
  return undefined;
}

const isNumber = (text: string | undefined): boolean => text !== undefined && Number.isFinite(Number(text));

export const topicFields = ["title", "description", "narrative"] as const;
export type TopicField = (typeof topicFields)[number];

export function trecSource({
  topics,
  qrels,
  field = "title",
  primaryFrom,
}: {
  topics: string | undefined;
  qrels: string;
  field?: TopicField | undefined;
  primaryFrom?: number | undefined;
}): Source {
  return {
    *tests(report) {
      const judged = readQrels(qrels, report);
      if (topics === undefined) {
        report.note("No topics file: prompts are topic numbers, so these tests can only score a run file");
        for (const [id, own] of judged)
          yield newTest(`${qrels}:1`, id, { prompt: `Topic ${id}`, ...expectedOf(own, primaryFrom) });
        return;
      }
      let unjudged = 0;
      let matched = 0;
      for (const { at, id, text } of readTopics(topics, field, report)) {
        const own = judged.get(id);
        if (own) {
          matched += 1;
          yield newTest(at, id, { prompt: text, ...expectedOf(own, primaryFrom) });
        } else unjudged += 1;
      }
      if (unjudged > 0) report.note(`${unjudged} topics have no judgement in ${qrels}: left out`);
      const unknown = judged.size - matched;
      if (unknown > 0)
        report.note(`${qrels} judges ${unknown} topics that ${topics} does not have: left out`);
    },
  };
}

function readQrels(path: string, report: Report): JudgementsByQuery {
  const judged: JudgementsByQuery = new Map();
  for (const { at, row } of columnRows(path, /\s+/)) {
    const [topic, , document, grade] = row;
    if (row.length !== 4 || !/^-?\d+$/.test(grade!))
      report.problem(at, `expected topic, iteration, document and grade: ${excerpt(row.join(" "))}`);
    else addJudgement(judged, topic!, document!, Number(grade));
  }
  return judged;
}

type Topic = { at: string; id: string; text: string };

const labels: Record<TopicField, { tags: string[]; lead: RegExp }> = {
  title: { tags: ["title", "query", "question"], lead: /^topic:\s*/i },
  description: { tags: ["desc", "description", "question"], lead: /^description:\s*/i },
  narrative: { tags: ["narr", "narrative"], lead: /^narrative:\s*/i },
};

function* readTopics(path: string, field: TopicField, report: Report): Generator<Topic> {
  let number = 0;
  let block: { at: string; lines: string[] } | undefined;
  const ended = function* (): Generator<Topic> {
    if (!block) return;
    const { at, lines } = block;
    block = undefined;
    const text = lines.join("\n");
    const id = /<topic\b[^>]*\bnumber="([^"]+)"/i.exec(text)?.[1] ?? numberIn(text);
    const asked = fieldIn(text, field);
    if (id === undefined) report.problem(at, "the topic has no number (<num>)");
    else if (asked === "")
      report.problem(at, `topic ${id} has no ${field}: name another with ${optionText("field")}`);
    else yield { at, id, text: asked };
  };
  for (const line of readLines(path)) {
    number += 1;
    const at = `${path}:${number}`;
    if (block || /<top(ic)?\b/i.test(line))
      for (const part of line.split(/(?=<top(?:ic)?\b)/i)) {
        if (/^<top(ic)?\b/i.test(part)) {
          yield* ended();
          block = { at, lines: [] };
        }
        block?.lines.push(part);
        if (/<\/top(ic)?>/i.test(part)) yield* ended();
      }
    else if (line.includes("\t")) {
      const [id, text] = line.split("\t");
      yield { at, id: id!.trim(), text: text!.trim() };
    } else if (line.trim() !== "" && !line.trimStart().startsWith("<"))
      throw badRows(at, `expected a topic (<top>, or NUMBER and text between tabs): ${excerpt(line)}`);
  }
  yield* ended();
}

const numberIn = (text: string): string | undefined => /<num>\s*(?:number:)?\s*([^\s<]+)/i.exec(text)?.[1];

/** SGML topics leave closing tags out: a field ends where the next tag begins. */
function fieldIn(text: string, field: TopicField): string {
  const { tags, lead } = labels[field];
  // Some tracks have nothing but a text.
  const whole = field === "title" ? [/^<topic\b[^>]*>([^<]*)<\/topic>/i] : [];
  const found = [...tags.map((tag) => new RegExp(`<${tag}>([^<]*)`, "i")), ...whole]
    .map((pattern) => pattern.exec(text)?.[1])
    .find((content) => content !== undefined);
  return unescaped((found ?? "").replaceAll(/\s+/g, " ").trim().replace(lead, ""));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);

/** A run by topic, in the order that trec_eval gives it: by score in single precision, ties by document, backwards. */
export type TrecRun = {
  /** The last column of the first line: the system's name. */
  tag: string;
  topics: ReadonlyMap<string, ReadonlyArray<{ entity_id: string; score: number }>>;
};

export function readRun(path: string): TrecRun {
  const topics = new Map<string, Map<string, number>>();
  let name: string | undefined;
  for (const { at, row } of columnRows(path, /\s+/)) {
    const [topic, , document, , score, tag] = row;
    if (row.length !== 6 || !isNumber(score))
      throw badRows(at, `expected topic, Q0, document, rank, score and tag: ${excerpt(row.join(" "))}`);
    name ??= tag!;
    let own = topics.get(topic!);
    if (!own) topics.set(topic!, (own = new Map()));
    if (own.has(document!)) throw badRows(at, `topic ${topic} has the document ${excerpt(document!)} twice`);
    own.set(document!, Number(score));
  }
  if (name === undefined) throw badRows(path, "the run is empty");
  return {
    tag: name,
    topics: new Map(
      [...topics].map(([topic, found]) => [
        topic,
        [...found]
          .map(([entity_id, score]) => ({ entity_id, score }))
          .sort(
            (a, b) => Math.fround(b.score) - Math.fround(a.score) || (a.entity_id > b.entity_id ? -1 : 1),
          ),
      ]),
    ),
  };
}
