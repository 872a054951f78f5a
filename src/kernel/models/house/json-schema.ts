import type { core } from "zod";

/** zod's type for a JSON schema: the SDK's `JSONSchema7` comes from a package that ships no types, and would be `any`. */
export type JsonSchema = core.JSONSchema.JSONSchema;

/** Where a schema may stand, `true` allows everything and `false` nothing. */
export type SchemaPart = JsonSchema | boolean;
