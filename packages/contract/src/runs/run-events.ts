import * as z from 'zod'
import { Json } from '@lathe/nodes/schemas'
import { Id, Micros } from '../common.ts'
import { RunError } from '../errors.ts'
import { Interrupt, InterruptAnswer } from './interrupts.ts'
import { Message } from './messages.ts'
import { RunStatus } from './run-status.ts'
import { Span } from '../traces/spans.ts'

/**
 * Identifies one execution of a node. `node` is the path `research/search`, and `taskId`
 * distinguishes copies.
 */
const nodeExecution = {
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
    ...nodeExecution,
    spanId: Id,
    /** In a copy of a fan-out: its element, as one short line. */
    element: z.string().optional(),
  }),
  z.object({
    type: z.literal('node-end'),
    ...nodeExecution,
    spanId: Id,
    status: z.enum(['success', 'error', 'interrupted', 'cancelled']),
    durationMs: z.number().nonnegative(),
    error: RunError.nullable(),
    cached: z.boolean(),
    /** The node was not executed. Its output was pinned. */
    pinned: z.boolean().optional(),
    /**
     * Its writes, before reducers. Absent for a cached node, whose values are in the state event.
     * For an interrupted agent: the messages so far, which it writes when it ends.
     */
    writes: z.record(z.string(), Json).optional(),
  }),
  z.object({
    type: z.literal('token'),
    ...nodeExecution,
    /** Span of the model call. */
    spanId: Id,
    messageId: z.string(),
    channel: z.enum(['text', 'reasoning', 'tool-args']),
    text: z.string(),
  }),
  z.object({
    type: z.literal('message'),
    ...nodeExecution,
    spanId: Id.nullable(),
    message: Message,
  }),
  z.object({
    type: z.literal('tool-call'),
    ...nodeExecution,
    spanId: Id,
    toolCallId: z.string(),
    name: z.string(),
    phase: z.enum(['start', 'end', 'error']),
    args: Json.optional(),
    result: Json.optional(),
    error: RunError.optional(),
  }),
  /** A provider call is retried. Shown as "waiting 4 s, attempt 2 of 3". */
  z.object({
    type: z.literal('retry'),
    ...nodeExecution,
    spanId: Id.nullable(),
    code: z.string(),
    attempt: z.int(),
    of: z.int(),
    waitMs: z.int(),
  }),
  /** Channels written in a superstep. `channels` contains their values after the reducers. */
  z.object({
    type: z.literal('state'),
    superstep: z.int(),
    checkpointId: z.string().nullable(),
    channels: z.record(z.string(), Json),
    writers: z.record(z.string(), z.array(z.string())),
    next: z.array(z.string()),
  }),
  z.object({ type: z.literal('interrupt'), interrupt: Interrupt }),
  /** The answer that resumes a paused run. Emitted again if the process that resumed it died. */
  z.object({ type: z.literal('answer'), interruptId: z.string(), answer: InterruptAnswer }),
  z.object({ type: z.literal('span'), span: Span }),
])
export type RunEventBody = z.infer<typeof RunEventBody>

/** `seq` increases strictly within a run, from 1, and is the SSE id. It jumps after a process died: a `status` event with a higher `attempt` follows, and unfinished tasks start again. */
export const RunEvent = z.object({ seq: z.int().positive(), at: Micros, body: RunEventBody })
export type RunEvent = z.infer<typeof RunEvent>
