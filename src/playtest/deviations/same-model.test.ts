import { expect, test } from "vitest";
import { isSameModel } from "./same-model.ts";

test.each([
  ["openai/gpt-4o-mini", "openai/gpt-4o-mini"],
  ["openai/gpt-4o-mini", "openai/gpt-4o-mini-2024-07-18"],
  ["anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5-20251101"],
  ["xai/grok-4", "xai/grok-4-0709"],
  ["local/llama3.2", "local/llama3.2:latest"],
  ["openrouter/qwen/qwen-plus:free", "openrouter/qwen/qwen-plus"],
])("%s: %s is the same model", (asked, answered) => expect(isSameModel(asked, answered)).toBe(true));

test.each([
  ["openai/gpt-4o", "openai/gpt-4o-mini"],
  ["openrouter/anthropic/claude-opus-4.5", "openrouter/openai/gpt-4o-mini"],
  ["xai/grok-4", "xai/grok-4.3"],
  ["local/llama3.2", "local/llama3"],
])("%s: %s is another", (asked, answered) => expect(isSameModel(asked, answered)).toBe(false));
