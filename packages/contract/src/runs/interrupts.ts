import * as z from 'zod'
import { Json, JsonObject, JsonSchema, Port } from '@lathe/nodes/schemas'
import { Micros } from '../common.ts'
import { ToolCall } from './messages.ts'

const anyInterrupt = {
  id: z.string(),
  node: z.string(),
  title: z.string(),
  createdAt: Micros,
  /** JSON Schema of one entry of `answers`. Absent for breakpoints and in older runs. */
  responseSchema: JsonSchema.optional(),
}

/** A question, approval or breakpoint at which a run is paused. */
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
    /**
     * The call had started when its process died, so it may have taken effect. It is repeated only
     * on request.
     */
    isUnconfirmed: z.boolean().optional(),
    calls: z.array(ToolCall.extend({ description: z.string(), schema: JsonSchema })),
  }),
  z.object({
    kind: z.literal('breakpoint'),
    ...anyInterrupt,
    when: z.enum(['before', 'after']),
    /** All nodes that paused in this superstep. `node` is the first. */
    nodes: z.array(z.string()),
  }),
])
export type Interrupt = z.infer<typeof Interrupt>

export const ToolDecision = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approve') }),
  z.strictObject({ type: z.literal('edit'), args: JsonObject }),
  z.strictObject({ type: z.literal('reject'), reason: z.string().max(10_000).default('') }),
  /** For unconfirmed calls only: the call took effect and returned this result. */
  z.strictObject({ type: z.literal('respond'), result: Json }),
])
export type ToolDecision = z.infer<typeof ToolDecision>

export const InterruptAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ask'),
    decision: Port,
    values: z.record(z.string(), Json).default({}),
  }),
  /** One decision per pending call, in the same order. */
  z.strictObject({ kind: z.literal('approval'), decisions: z.array(ToolDecision) }),
  z.strictObject({ kind: z.literal('breakpoint') }),
])
export type InterruptAnswer = z.infer<typeof InterruptAnswer>
