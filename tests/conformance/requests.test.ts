/** The content and the destination of requests, and that nothing else is printed or sent. */
import "./cases/wire-cases.ts";
import "./cases/routing-cases.ts";
import "./cases/quiet-cases.ts";
