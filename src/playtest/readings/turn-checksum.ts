import { turnRecord, type TurnRecord } from "../../contract/index.ts";
import { requestHash } from "../../kernel/models/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";

/** What a reader reads of a turn. Findings and the ending are left out: a branch removes its parent's ending. */
const read = turnRecord.pick({
  turn: true,
  phase: true,
  narrator: true,
  classification: true,
  players: true,
  crossTalk: true,
  relay: true,
});

/** Over the record and not over its file: in a branch the same turn stands in another file. Keys are removed, as on disk. */
export const turnChecksum = (record: TurnRecord): string =>
  requestHash(JSON.parse(withoutSecrets(JSON.stringify(read.parse(record)))));
