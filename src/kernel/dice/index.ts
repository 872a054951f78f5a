export { dice, type Dice } from "./dice.ts";
