import * as z from 'zod'

export const Json = z.json()
export type Json = z.infer<typeof Json>

export const JsonObject = z.record(z.string(), Json)
export type JsonObject = z.infer<typeof JsonObject>

/** A JSON Schema (draft 2020-12). The graph check validates it. */
export const JsonSchema = z.record(z.string(), Json)
export type JsonSchema = z.infer<typeof JsonSchema>

export const Slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

export const ToolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64')
