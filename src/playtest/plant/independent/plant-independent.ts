import { dice } from "../../../kernel/dice/index.ts";
import type { Bank } from "../operator.ts";
import { plantFaults, type Tried } from "../plant-faults.ts";
import type { Transcript } from "../transcript.ts";
import { wordings } from "./wordings.ts";

/** Every wording once, in a transcript that is drawn for it: what is counted is wordings, and the same one ten times would say no more. */
export async function plantIndependent(transcripts: readonly Transcript[], bank: Bank): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [index, operator] of wordings(bank).entries()) {
    for (const transcript of dice("independent", bank, index).shuffle(transcripts)) {
      const [one] = await plantFaults([transcript], {
        operators: [operator],
        bank,
        copies: 1,
        first: index,
        others: transcripts,
      });
      if (!one) continue;
      tried.push(one);
      break;
    }
  }
  return tried;
}
