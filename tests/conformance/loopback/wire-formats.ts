/**
 * How each vendor speaks over HTTP: as much as its own package needs to read it. Counts go in as the
 * house counts (cached tokens within `input`, reasoning within `output`) and come out as the vendor tells them.
 */
export type Counted = {
  input: number;
  cacheRead?: number;
  cacheWrite?: number;
  output: number;
  reasoning?: number;
};

/** A vendor's answer. `counted` absent: it reports no usage. */
export type Reply = {
  text: string;
  model: string;
  counted?: Counted;
  /** The reply was cut at the output cap. */
  cut?: boolean;
  /** US dollars, if the vendor reports them. */
  cost?: number;
};

export type WireFormat = {
  path: string;
  /** The counts that the vendor reports besides input and output. */
  tells: ReadonlyArray<"cacheRead" | "cacheWrite" | "reasoning">;
  reply(reply: Reply): object;
  refusal(status: number, message: string): object;
};

export const wireFormats = {
  anthropic: {
    path: "/messages",
    tells: ["cacheRead", "cacheWrite", "reasoning"],
    reply: ({ text, model, counted, cut }) => ({
      type: "message",
      id: "msg_1",
      role: "assistant",
      model,
      content: text === "" ? [] : [{ type: "text", text }],
      stop_reason: cut ? "max_tokens" : "end_turn",
      usage: counted && {
        // Only this vendor excludes cached tokens from its input count.
        input_tokens: counted.input - (counted.cacheRead ?? 0) - (counted.cacheWrite ?? 0),
        cache_read_input_tokens: counted.cacheRead,
        cache_creation_input_tokens: counted.cacheWrite,
        output_tokens: counted.output,
        output_tokens_details: { thinking_tokens: counted.reasoning },
      },
    }),
    refusal: (_, message) => ({ type: "error", error: { type: "some_error", message } }),
  },
  // As behind a gateway.
  openai: chatCompletions({
    tells: ["cacheRead", "reasoning"],
    usage: ({ cacheRead }) => ({ prompt_tokens_details: { cached_tokens: cacheRead } }),
  }),
  xai: chatCompletions({
    tells: ["cacheRead", "reasoning"],
    usage: ({ cacheRead }) => ({ prompt_tokens_details: { cached_tokens: cacheRead } }),
  }),
  deepseek: chatCompletions({
    tells: ["cacheRead", "reasoning"],
    usage: ({ input, cacheRead = 0 }) => ({
      prompt_cache_hit_tokens: cacheRead,
      prompt_cache_miss_tokens: input - cacheRead,
    }),
  }),
  alibaba: chatCompletions({
    tells: ["cacheRead", "cacheWrite", "reasoning"],
    usage: ({ cacheRead, cacheWrite }) => ({
      prompt_tokens_details: { cached_tokens: cacheRead, cache_creation_input_tokens: cacheWrite },
    }),
  }),
  moonshot: chatCompletions({
    tells: ["cacheRead", "reasoning"],
    usage: ({ cacheRead }) => ({ cached_tokens: cacheRead }),
  }),
  openrouter: chatCompletions({
    tells: ["cacheRead", "cacheWrite", "reasoning"],
    usage: ({ cacheRead, cacheWrite }) => ({
      prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    }),
  }),
  local: chatCompletions({
    tells: ["cacheRead", "reasoning"],
    usage: ({ cacheRead }) => ({ prompt_tokens_details: { cached_tokens: cacheRead } }),
  }),
} satisfies Record<string, WireFormat>;

export type WireName = keyof typeof wireFormats;

export const OWN_OPENAI = "api.openai.com";
export const OWN_XAI = "api.x.ai";
/** Vendors under their own host names. */
const ownHosts: Record<string, WireFormat> = {
  [OWN_OPENAI]: responses(errorMessage),
  [OWN_XAI]: responses((_, error) => ({ code: "some-error", error })),
};

/** A provider that is not listed speaks as OpenAI-compatible servers do. */
export const wireFormatOf = (vendor: string): WireFormat =>
  ({ ...wireFormats, ...ownHosts })[vendor] ?? wireFormats.local;

function errorMessage(status: number, message: string): object {
  return { error: { message, type: "some_error", code: String(status) } };
}

/** OpenAI's newer form, which xAI speaks too. */
function responses(refusal: WireFormat["refusal"]): WireFormat {
  return {
    path: "/responses",
    tells: ["cacheRead", "reasoning"],
    reply: ({ text, model, counted, cut }) => ({
      object: "response",
      id: "resp_1",
      created_at: 1_800_000_000,
      model,
      status: cut ? "incomplete" : "completed",
      incomplete_details: cut ? { reason: "max_output_tokens" } : null,
      output: [
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ],
      usage: counted && {
        input_tokens: counted.input,
        input_tokens_details: { cached_tokens: counted.cacheRead },
        output_tokens: counted.output,
        output_tokens_details: { reasoning_tokens: counted.reasoning },
        total_tokens: counted.input + counted.output,
      },
    }),
    refusal,
  };
}

/** OpenAI's older form, which most others took over, each with its own way to tell cached tokens. */
function chatCompletions({
  tells,
  usage,
}: Pick<WireFormat, "tells"> & { usage: (counted: Counted) => object }): WireFormat {
  return {
    path: "/chat/completions",
    tells,
    reply: ({ text, model, counted, cut, cost }) => ({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_800_000_000,
      model,
      choices: [
        { index: 0, message: { role: "assistant", content: text }, finish_reason: cut ? "length" : "stop" },
      ],
      usage: counted && {
        prompt_tokens: counted.input,
        completion_tokens: counted.output,
        total_tokens: counted.input + counted.output,
        completion_tokens_details: { reasoning_tokens: counted.reasoning },
        cost,
        ...usage(counted),
      },
    }),
    refusal: errorMessage,
  };
}
