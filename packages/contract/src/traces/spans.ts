import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { Id, Micros } from '../common.ts'
import { RunError } from '../errors.ts'
import { Message } from '../runs/messages.ts'
import { Cost, Usage } from './usage.ts'

export const SpanKind = z.enum([
  'agent',
  'chain',
  'model',
  'tool',
  'retriever',
  'embedding',
  'prompt',
  'parser',
])
export type SpanKind = z.infer<typeof SpanKind>

export const SpanStatus = z.enum(['running', 'interrupted', 'success', 'error', 'cancelled'])
export type SpanStatus = z.infer<typeof SpanStatus>

/**
 * Tag of a span that a replay served from its recording. Its usage is the recorded one, and it
 * costs nothing.
 */
export const SERVED = 'served'

/**
 * Tag of a span that a provider batch answered, and of its root. It costs the batch rate, and its
 * duration has no meaning.
 */
export const BATCH = 'batch'

/** Tag of a model call that the model or the provider's filter refused, and of its root. */
export const REFUSED = 'refused'

/**
 * Tag of a model call that another instrumentation of the same program reported too. Only the other
 * one counts.
 */
export const DUPLICATE = 'duplicate'

/** Tag of a replay's root span. */
export const REPLAY = 'replay'

/** A span without its payloads, for lists and trees. */
export const Span = z.object({
  id: Id,
  traceId: Id,
  parentId: Id.nullable(),
  kind: SpanKind,
  name: z.string(),
  /** Graph node with the path of sub-graphs before it: `research/search`. */
  node: z.string().nullable(),
  /** In a copy of a fan-out: its element, as one short line. */
  element: z.string().optional(),
  superstep: z.int().nullable(),
  status: SpanStatus,
  startedAt: Micros,
  endedAt: Micros.nullable(),
  firstTokenAt: Micros.nullable(),
  /** Model name in the provider's response, if reported. */
  model: z.string().nullable(),
  /** The requested model, if the response names another. */
  asked: z.string().optional(),
  provider: z.string().nullable(),
  usage: Usage.nullable(),
  cost: Cost.nullable(),
  error: RunError.nullable(),
  tags: z.array(z.string()),
  /** Bytes of inputs and outputs, so that clients can decide whether to load them. */
  payloadBytes: z.int().nonnegative(),
})
export type Span = z.infer<typeof Span>

export const SpanEvent = z.object({
  at: Micros,
  name: z.string(),
  attributes: z.record(z.string(), Json),
})
export type SpanEvent = z.infer<typeof SpanEvent>

export const SpanPayload = z.object({
  inputs: Json,
  outputs: Json,
  events: z.array(SpanEvent),
  metadata: z.record(z.string(), Json),
})
export type SpanPayload = z.infer<typeof SpanPayload>

/** `inputs` of a model span whose sender reported its messages. */
export const ModelInputs = z.object({
  messages: z.array(Message),
  tools: z.array(JsonObject).optional(),
  settings: JsonObject.optional(),
})
export type ModelInputs = z.infer<typeof ModelInputs>

/** `outputs` of a model span. If the stream was cut, the message contains the received part. */
export const ModelOutputs = z.object({
  message: Message.nullable(),
  finishReason: z.string().nullable(),
})
export type ModelOutputs = z.infer<typeof ModelOutputs>

export const SpanDetail = Span.extend(SpanPayload.shape)
export type SpanDetail = z.infer<typeof SpanDetail>
