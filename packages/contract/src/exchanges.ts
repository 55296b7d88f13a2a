import * as z from 'zod'
import { Id, Json, Micros } from './common.ts'
import { RunError } from './errors.ts'

/** Where in a run the world was touched: the same on every execution of the same graph. */
export const CallAddress = z.object({
  /** Node path without LangGraph's task ids: `['research', 'search', 'model_request']`. */
  path: z.array(z.string()),
  superstep: z.int(),
  /** Hash of the fan-out payload; null outside a fan-out. */
  branch: z.string().nullable(),
  /**
   * Counts calls of the same kind and name within the task, from 0. In a node that is a graph of its own
   * each of its steps counts from a thousand times its number.
   */
  ordinal: z.int().nonnegative(),
  /** Inside a called agent: each call around it, the outermost first; absent outside of one. */
  within: z
    .array(
      z.object({
        superstep: z.int(),
        branch: z.string().nullable(),
        /** Where in a node that is a graph of its own; absent in any other. */
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
  /** Milliseconds after the request was sent. */
  atMs: z.number().nonnegative(),
  /** UTF-8 text, or base64 where the bytes are not text. */
  data: z.string(),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})
export type RecordedChunk = z.infer<typeof RecordedChunk>

const HttpTouch = z.object({
  type: z.literal('http'),
  request: z.object({
    method: z.string(),
    /** Without secrets: keys in the query are replaced. */
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

/** A tool's arguments and result, what a search found, a human's answer, a node's clock and seed, what a cache had of a node. */
const CallTouch = z.object({ type: z.literal('call'), request: Json, result: Json })

/** One touch of the world, recorded once. A trace with its exchanges is the tape. */
export const Exchange = z.object({
  id: Id,
  traceId: Id,
  spanId: Id.nullable(),
  kind: ExchangeKind,
  name: z.string(),
  address: CallAddress,
  /** sha256 of the canonical request, hex. */
  fingerprint: z.string(),
  /** Counts the pipeline's own retries of one call, from 1. */
  attempt: z.int().positive(),
  startedAt: Micros,
  durationMs: z.number().nonnegative(),
  error: RunError.nullable(),
  /** Of a replay: answered from its tape, or by what stands in for a write that is withheld. A batch brought it: before the run. */
  servedBy: z.enum(['tape', 'stand-in', 'batch']).optional(),
  touch: z.discriminatedUnion('type', [HttpTouch, CallTouch]),
})
export type Exchange = z.infer<typeof Exchange>
