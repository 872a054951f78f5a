/** A client in a process of its own: it starts a session, and says when the third turn is played. */
import { assistantIn, slowSession } from "./assistant.ts";

const assistant = await assistantIn(process.cwd());
await assistant.call("play", slowSession, ({ progress }) => {
  if (progress === 3) console.log("played");
});
