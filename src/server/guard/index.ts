export { hangUpOnTheRest } from "./hang-up.ts";
export { limitBody } from "./limit-body.ts";
export { isLoopback, ourNames, type Place } from "./our-names.ts";
export { refuseForeign } from "./refuse-foreign.ts";
export { requireToken } from "./require-token.ts";
export { safeHeaders } from "./safe-headers.ts";
