import * as z from 'zod'
import { ToolName } from './json.ts'
import { Answer, ModelOutput, ModelSettings, Prompt } from './model.ts'
import { Expression } from './state.ts'

export const Effect = z.enum(['pure', 'read', 'write'])
export type Effect = z.infer<typeof Effect>

/** Port names label edges. `error` and `timeout` are reserved. */
export const Port = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64')

/** Members of every node kind. */
export const anyNode = {
  title: z.string().max(200).optional(),
  description: z.string().max(2_000).optional(),
  /** LangGraph's retry policy. Without one, a failing node is not retried. */
  retry: z
    .strictObject({
      attempts: z.int().min(2).max(10),
      initialMs: z.int().min(0).default(500),
      factor: z.number().min(1).max(10).default(2),
      maxMs: z.int().min(0).default(128_000),
    })
    .optional(),
  timeoutMs: z.int().positive().optional(),
  /** `key` is an expression. Defaults to the whole input of the node. */
  cache: z.strictObject({ key: Expression.optional(), ttlSeconds: z.int().positive() }).optional(),
  /** Wait for all parallel branches before running. */
  defer: z.boolean().optional(),
  effect: Effect.optional(),
}

const AnyNode = z.object({ kind: z.string(), ...anyNode })
/** The members that every node has. */
export type AnyNode = z.infer<typeof AnyNode>

/** Members of kinds that call a chat model. */
export const modelCall = {
  model: ModelSettings,
  prompt: Prompt,
  tools: z.array(ToolName).max(128).optional(),
  answer: Answer.optional(),
  output: ModelOutput.optional(),
}
