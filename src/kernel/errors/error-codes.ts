/** Every code of an error, with its meaning. Two errors share a code if a script would react to both in the same way. */
export const errorCodes = {
  // What the caller asked for
  "unknown-option": "No such option or argument.",
  "missing-option": "An option that is needed is missing.",
  "bad-value": "An option has an invalid value.",
  "bad-combination": "These options do not go together.",
  "unknown-name": "No such model, story, prompt, test or other name.",
  "wrong-model": "The model exists but cannot do this.",
  "nothing-to-do": "The input is valid, but leaves nothing to do.",
  "no-tests": "No test matches the selection.",
  "not-comparable": "These results or folders cannot be compared or merged.",
  unfinished: "The run must be complete for this.",
  "bad-settings": "rehearse.config.ts or the environment holds a wrong setting.",
  "missing-keys": "API keys are missing.",
  "not-allowed": "Needs permission, for example for a narrator's module in a received folder.",

  // Files
  "not-found": "No such file, folder or stored thing.",
  "bad-file": "A file written by the user is invalid.",
  "damaged-file": "A file written by Rehearse is damaged.",
  "bad-result": "session.json is unreadable. It can be written again from the turns.",
  "other-format": "The file was written by another version.",
  "wrong-folder": "The folder or file holds something else.",
  "file-exists": "The file exists and would be replaced.",
  "bad-path": "A link, a folder in place of a file, or a file in place of a folder.",
  "unsafe-name": "The name cannot be a file's name.",
  "outside-folder": "The path leads out of its folder.",
  "too-large": "The file or request is too large.",
  "no-permission": "The system denies access.",
  "disk-full": "The disk is full. Resume when there is space.",
  "cannot-read": "Reading failed for another reason.",
  "cannot-write": "Writing failed for another reason.",
  "folder-locked": "Another process uses the folder.",

  // Runs
  "not-resumable": "The session or run cannot be resumed here.",
  "session-over": "The session has ended: replay it from an earlier turn.",
  "narrator-keeps-state": "The narrator cannot be set back to an earlier turn.",
  "request-changed": "A request differs from the one whose answer is stored.",
  "recording-miss": "The recording has no answer to this request.",
  "bad-recording": "The recording is invalid, or belongs to something else.",
  "no-result": "The run produced no result: every call failed.",
  "budget-spent": "The budget is spent.",
  "budget-without-price": "A budget needs the price of every model.",
  interrupted: "Stopped by the user.",
  "output-closed": "The reader of the output is gone.",
  bug: "A fault in Rehearse. Please report it.",

  // Models and targets
  unauthorised: "The provider does not accept the key.",
  "no-credit": "The account has no credit left.",
  forbidden: "The key has no access to the model.",
  "bad-request": "The provider rejects the request.",
  moderated: "The provider refuses the content.",
  "context-exceeded": "The request is too long for the model.",
  "rate-limited": "Too many requests.",
  "provider-error": "The provider failed.",
  timeout: "No answer in time.",
  unreachable: "No connection: nothing was sent.",
  "connection-lost": "The connection broke: the call may have been billed.",
  "malformed-response": "The response cannot be read.",
  "invalid-reply": "The answer was read but does not have the expected form.",
  "outside-failed": "Your narrator or target failed, or refused the request.",
  "not-answered": "The target gave no answer, or does not implement this.",

  // Server
  "invalid-request": "The request does not fit its schema.",
  "token-needed": "The server needs its token.",
  "foreign-request": "The request comes from another site.",
  "unknown-route": "No such address or method.",
  "unknown-job": "The server does not know this job: it may have been restarted.",
  busy: "The server is at its limit. Try again later.",
  closing: "The server is stopping.",
  "port-in-use": "Another program uses the port.",
  "viewer-not-built": "The viewer is not built.",
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);
