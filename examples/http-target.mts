/**
 * A RAG system behind HTTP, as small as one can be: it finds entries by shared words, and leaves the rest to whoever asks.
 *
 *     node examples/http-target.mts 8787
 *     rehearse check --target http://127.0.0.1:8787 --banks semantic
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { json } from "node:stream/consumers";

type Question = {
  ask: "retrieve" | "handlers" | "match" | "always";
  message: string;
  top_k: number;
  candidates: number;
};

const kb = join(import.meta.dirname, "../kb");
const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g));
const entries = ["knowledge", "script"].flatMap((type) =>
  readdirSync(join(kb, type)).map((file) => ({
    entity_id: basename(file, ".md"),
    words: words(readFileSync(join(kb, type, file), "utf8")),
  })),
);

function retrieve({ message, top_k, candidates }: Question) {
  const asked = words(message);
  const found = entries
    .map(({ entity_id, words }) => ({
      entity_id,
      score: [...asked].filter((word) => words.has(word)).length / Math.max(1, asked.size),
    }))
    .sort((a, b) => b.score - a.score || (a.entity_id < b.entity_id ? -1 : 1));
  return { selections: found.slice(0, top_k), candidates: found.slice(0, candidates + 35) };
}

const server = createServer(async (request, response) => {
  const question = (await json(request)) as Question;
  const answer = question.ask === "retrieve" ? retrieve(question) : { not_answered: true };
  response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
});
server.listen(Number(process.argv[2] ?? 8787), "127.0.0.1", () =>
  console.log(`Listening on http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
