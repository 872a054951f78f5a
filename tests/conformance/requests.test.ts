/** What is sent, to whom, and that nothing else is heard of it. */
import "./cases/wire-cases.ts";
import "./cases/routing-cases.ts";
import "./cases/quiet-cases.ts";
