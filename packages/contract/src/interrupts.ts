import * as z from 'zod'
import { Json, JsonObject, JsonSchema, Micros } from './common.ts'
import { Port } from './graph-document/nodes.ts'
import { ToolCall } from './messages.ts'

const anyInterrupt = {
  id: z.string(),
  node: z.string(),
  title: z.string(),
  createdAt: Micros,
  /** The JSON Schema of the answer, an entry of `answers`. Absent at breakpoints and in older runs. */
  responseSchema: JsonSchema.optional(),
}

/** What a paused run waits for. */
export const Interrupt = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ask'),
    ...anyInterrupt,
    message: z.string(),
    form: JsonSchema.nullable(),
    decisions: z.array(
      z.object({ port: Port, label: z.string(), needsForm: z.boolean().optional() }),
    ),
    deadlineAt: Micros.nullable(),
  }),
  z.object({
    kind: z.literal('approval'),
    ...anyInterrupt,
    /** The call had begun when its process died: it may have taken effect, and is not repeated unasked. */
    isUnsettled: z.boolean().optional(),
    calls: z.array(ToolCall.extend({ description: z.string(), schema: JsonSchema })),
  }),
  z.object({
    kind: z.literal('breakpoint'),
    ...anyInterrupt,
    when: z.enum(['before', 'after']),
    /** All that it stopped at in one superstep; `node` is the first. */
    nodes: z.array(z.string()),
  }),
])
export type Interrupt = z.infer<typeof Interrupt>

export const ToolDecision = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approve') }),
  z.strictObject({ type: z.literal('edit'), args: JsonObject }),
  z.strictObject({ type: z.literal('reject'), reason: z.string().max(10_000).default('') }),
  /** Of an unsettled call alone: it did take effect, and this came of it. */
  z.strictObject({ type: z.literal('respond'), result: Json }),
])
export type ToolDecision = z.infer<typeof ToolDecision>

export const InterruptAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ask'),
    decision: Port,
    values: z.record(z.string(), Json).default({}),
  }),
  /** One decision per pending call, in their order. */
  z.strictObject({ kind: z.literal('approval'), decisions: z.array(ToolDecision) }),
  z.strictObject({ kind: z.literal('breakpoint') }),
])
export type InterruptAnswer = z.infer<typeof InterruptAnswer>
