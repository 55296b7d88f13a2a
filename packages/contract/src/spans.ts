import * as z from 'zod'
import { Id, Json, JsonObject, Micros } from './common.ts'
import { RunError } from './errors.ts'
import { Message } from './messages.ts'
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

/** Tag of a span whose call a replay answered: its usage is what was recorded, and it cost nothing. */
export const SERVED = 'served'

/** Tag of a span whose call a provider's batch answered, and of its root: it cost the batch rate, and its time says nothing. */
export const BATCH = 'batch'

/** Tag of a model call that the model or its provider's filter would not answer, and of its root. */
export const REFUSED = 'refused'

/** Tag of a model call that another instrumentation of the same program reported too: only the other one counts. */
export const DUPLICATE = 'duplicate'

/** Tag of a replay's root span. */
export const REPLAY = 'replay'

/** A span without its payloads: what lists and trees are made of. */
export const Span = z.object({
  id: Id,
  traceId: Id,
  parentId: Id.nullable(),
  kind: SpanKind,
  name: z.string(),
  /** Graph node with the path of sub-graphs before it: `research/search`. */
  node: z.string().nullable(),
  /** Of a copy of a fan-out: the element it is about, as one short line. */
  element: z.string().optional(),
  superstep: z.int().nullable(),
  status: SpanStatus,
  startedAt: Micros,
  endedAt: Micros.nullable(),
  firstTokenAt: Micros.nullable(),
  /** As the provider named it in its answer, where it did. */
  model: z.string().nullable(),
  /** The model that was asked for, where the answer named another. */
  asked: z.string().optional(),
  provider: z.string().nullable(),
  usage: Usage.nullable(),
  cost: Cost.nullable(),
  error: RunError.nullable(),
  tags: z.array(z.string()),
  /** Bytes of inputs and outputs, so that a reader knows before it asks. */
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

/** `inputs` of a model span, where the program that sent it said this much. */
export const ModelInputs = z.object({
  messages: z.array(Message),
  tools: z.array(JsonObject).optional(),
  settings: JsonObject.optional(),
})
export type ModelInputs = z.infer<typeof ModelInputs>

/** `outputs` of a model span; of a cut stream the message holds what had arrived. */
export const ModelOutputs = z.object({
  message: Message.nullable(),
  finishReason: z.string().nullable(),
})
export type ModelOutputs = z.infer<typeof ModelOutputs>

export const SpanDetail = Span.extend(SpanPayload.shape)
export type SpanDetail = z.infer<typeof SpanDetail>
