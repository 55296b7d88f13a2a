import * as z from 'zod'
import { Json } from '@lathe/nodes/schemas'
import { Id, Micros } from '../common.ts'
import { RunError } from '../errors.ts'

/** Position of a call in a run. The same in every execution of the same graph. */
export const CallAddress = z.object({
  /** Node path without LangGraph's task ids: `['research', 'search', 'model_request']`. */
  path: z.array(z.string()),
  superstep: z.int(),
  /** Hash of the fan-out payload. Null outside a fan-out. */
  branch: z.string().nullable(),
  /**
   * Counts calls of the same kind and name within the task, from 0. In a node that is itself a
   * graph, each step starts at a thousand times its number.
   */
  ordinal: z.int().nonnegative(),
  /** Inside a called agent: the enclosing calls, outermost first. Absent elsewhere. */
  within: z
    .array(
      z.object({
        superstep: z.int(),
        branch: z.string().nullable(),
        /** Step within a node that is itself a graph. Absent in other nodes. */
        position: z.int().optional(),
      }),
    )
    .optional(),
})
export type CallAddress = z.infer<typeof CallAddress>

export const ExchangeKind = z.enum([
  'model',
  'embedding',
  'tool',
  'retriever',
  'http',
  'human',
  'world',
  'cache',
])
export type ExchangeKind = z.infer<typeof ExchangeKind>

export const RecordedChunk = z.object({
  /** Milliseconds since the request was sent. */
  atMs: z.number().nonnegative(),
  /** UTF-8 text, or base64 if the bytes are not text. */
  data: z.string(),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})
export type RecordedChunk = z.infer<typeof RecordedChunk>

const HttpContent = z.object({
  type: z.literal('http'),
  request: z.object({
    method: z.string(),
    /** Secrets in the query are replaced. */
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: Json,
  }),
  response: z
    .object({
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      chunks: z.array(RecordedChunk),
    })
    .nullable(),
})

/**
 * Arguments and result of a tool, search results, a human's answer, the clock and seed of a node,
 * or a cached node result.
 */
const CallContent = z.object({ type: z.literal('call'), request: Json, result: Json })

/** One recorded call to the outside world. A trace with its exchanges is a recording. */
export const Exchange = z.object({
  id: Id,
  traceId: Id,
  spanId: Id.nullable(),
  kind: ExchangeKind,
  name: z.string(),
  address: CallAddress,
  /** SHA-256 of the canonical request, hex. */
  fingerprint: z.string(),
  /** Attempt of this call, from 1. Counts Lathe's own retries. */
  attempt: z.int().positive(),
  startedAt: Micros,
  durationMs: z.number().nonnegative(),
  error: RunError.nullable(),
  /**
   * In a replay: served from its recording, or by a stand-in for a suppressed write. `batch`:
   * answered by a provider batch before the run.
   */
  servedBy: z.enum(['recording', 'stand-in', 'batch']).optional(),
  content: z.discriminatedUnion('type', [HttpContent, CallContent]),
})
export type Exchange = z.infer<typeof Exchange>
