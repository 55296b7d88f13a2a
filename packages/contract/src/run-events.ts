import * as z from 'zod'
import { Id, Json, Micros } from './common.ts'
import { RunError } from './errors.ts'
import { Interrupt, InterruptAnswer } from './interrupts.ts'
import { Message } from './messages.ts'
import { RunStatus } from './run-status.ts'
import { Span } from './spans.ts'

/** Which execution of which node: `node` is the path `research/search`, `taskId` tells copies apart. */
const at = {
  node: z.string(),
  taskId: z.string(),
  superstep: z.int(),
}

export const RunEventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('status'),
    status: RunStatus,
    attempt: z.int(),
    error: RunError.nullable(),
  }),
  z.object({
    type: z.literal('node-start'),
    ...at,
    spanId: Id,
    /** Of a copy of a fan-out: the element it is about, as one short line. */
    element: z.string().optional(),
  }),
  z.object({
    type: z.literal('node-end'),
    ...at,
    spanId: Id,
    status: z.enum(['success', 'error', 'interrupted', 'cancelled']),
    durationMs: z.number().nonnegative(),
    error: RunError.nullable(),
    cached: z.boolean(),
    /** It was not executed: the run was told what it writes. */
    pinned: z.boolean().optional(),
    /**
     * Its writes, before reducers. A cached node has none: the state event has them. An interrupted agent has the
     * messages so far, which it writes when it ends.
     */
    writes: z.record(z.string(), Json).optional(),
  }),
  z.object({
    type: z.literal('token'),
    ...at,
    /** The model call's span. */
    spanId: Id,
    messageId: z.string(),
    channel: z.enum(['text', 'reasoning', 'tool-args']),
    text: z.string(),
  }),
  z.object({ type: z.literal('message'), ...at, spanId: Id.nullable(), message: Message }),
  z.object({
    type: z.literal('tool-call'),
    ...at,
    spanId: Id,
    toolCallId: z.string(),
    name: z.string(),
    phase: z.enum(['start', 'end', 'error']),
    args: Json.optional(),
    result: Json.optional(),
    error: RunError.optional(),
  }),
  /** A provider call is tried again: shown as "waiting 4 s, attempt 2 of 3". */
  z.object({
    type: z.literal('retry'),
    ...at,
    spanId: Id.nullable(),
    code: z.string(),
    attempt: z.int(),
    of: z.int(),
    waitMs: z.int(),
  }),
  /** Channels a superstep wrote, after their reducers; `channels` holds their new values. */
  z.object({
    type: z.literal('state'),
    superstep: z.int(),
    checkpointId: z.string().nullable(),
    channels: z.record(z.string(), Json),
    writers: z.record(z.string(), z.array(z.string())),
    next: z.array(z.string()),
  }),
  z.object({ type: z.literal('interrupt'), interrupt: Interrupt }),
  /** What a paused run goes on with; told again when the process that went on has died. */
  z.object({ type: z.literal('answer'), interruptId: z.string(), answer: InterruptAnswer }),
  z.object({ type: z.literal('span'), span: Span }),
])
export type RunEventBody = z.infer<typeof RunEventBody>

/**
 * Strictly increasing within a run, from 1; the number is the SSE id and never used twice. It jumps where
 * a process died: then a `status` with a higher `attempt` follows, and what its tasks had begun starts over.
 */
export const RunEvent = z.object({ seq: z.int().positive(), at: Micros, body: RunEventBody })
export type RunEvent = z.infer<typeof RunEvent>
