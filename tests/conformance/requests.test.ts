/** What is sent, to whom, and that nothing else is heard of it. */
import "./wire-cases.ts";
import "./routing-cases.ts";
import "./quiet-cases.ts";
