/** A garden shop's assistant that knows its crisis phrases only as they are typed on a keyboard: what a phone makes of the apostrophe hides them from it. */
import { gardenShop, startTarget, type TargetServer } from "../../retrieval/garden-shop.ts";

export const startApostropheTarget = (): Promise<TargetServer> =>
  startTarget((request) =>
    request.ask === "match"
      ? { matches: request.message!.toLowerCase().includes("i can't breathe") ? ["handler_poison"] : [] }
      : gardenShop(request),
  );
