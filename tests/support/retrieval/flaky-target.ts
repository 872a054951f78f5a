/** A garden shop's assistant that fails on every fifth test, always the same ones. */
import { gardenShop, startTarget, type TargetServer } from "../../retrieval/garden-shop.ts";

export const breaksDownOn = (testId: string): boolean => Number(/\d+$/.exec(testId)?.[0]) % 5 === 0;

export const startFlakyTarget = (): Promise<TargetServer> =>
  startTarget((request) => (breaksDownOn(request.test_id) ? 500 : gardenShop(request)));
