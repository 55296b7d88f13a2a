import * as z from 'zod'

export const Json = z.json()
export type Json = z.infer<typeof Json>

export const JsonObject = z.record(z.string(), Json)
export type JsonObject = z.infer<typeof JsonObject>

/** Returns whether a parsed JSON value is an object, not a list or null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON Schema (draft 2020-12). The graph check validates it. */
export const JsonSchema = z.record(z.string(), Json)
export type JsonSchema = z.infer<typeof JsonSchema>

export const Slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

export const ToolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64')
