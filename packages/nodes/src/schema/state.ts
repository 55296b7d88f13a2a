import * as z from 'zod'
import { Json, JsonSchema } from './json.ts'

/** Channel names are used in expressions, so they are JavaScript identifiers. */
export const ChannelName = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, 'a letter or _, then letters, digits and _, at most 64')

export const NamedReducer = z.enum([
  'replace',
  'append',
  'merge',
  'messages',
  'sum',
  'min',
  'max',
  'union',
])
export type NamedReducer = z.infer<typeof NamedReducer>

/** `code` is a JavaScript function body over `current` and `update`, executed in the sandbox. */
export const Reducer = z.union([NamedReducer, z.strictObject({ code: z.string().max(20_000) })])
export type Reducer = z.infer<typeof Reducer>

export const ChannelType = z.enum(['messages', 'string', 'number', 'boolean', 'array', 'object'])
export type ChannelType = z.infer<typeof ChannelType>

export const Channel = z.strictObject({
  type: ChannelType,
  description: z.string().max(2_000).optional(),
  items: JsonSchema.optional(),
  properties: z.record(z.string(), JsonSchema).optional(),
  required: z.array(z.string()).optional(),
  enum: z.array(Json).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  reducer: Reducer.optional(),
  default: Json.optional(),
  /** Excluded from checkpoints. */
  untracked: z.boolean().optional(),
})
export type Channel = z.infer<typeof Channel>

/** JavaScript over a frozen copy of the state. Executed in the sandbox, never while editing. */
export const Expression = z.string().max(10_000)

export const MAX_TEMPLATE_LENGTH = 200_000

/** Mustache template over the state. Supports names, dotted paths and sections. */
export const TemplateText = z.string().max(MAX_TEMPLATE_LENGTH)

/** Source of a written value. */
export const Value = z.union([
  z.strictObject({ value: Json }),
  z.strictObject({ template: TemplateText }),
  z.strictObject({ expression: Expression }),
])
export type Value = z.infer<typeof Value>
