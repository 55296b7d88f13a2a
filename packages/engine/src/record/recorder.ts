import {
  type BATCH,
  type Cost,
  type Exchange,
  type Json,
  type JsonObject,
  REFUSED,
  type RunError,
  type RunEventBody,
  SERVED,
  type Span,
  type SpanDetail,
  type SpanKind,
  type SpanStatus,
  type Usage,
  ZERO_COST,
} from '@lathe/contract'
import { applyBatchRate, attributeTokens, priceCall } from '@lathe/traces'
import { newId } from '../ids.ts'
import type { Clock } from './clock.ts'
import { addCall, type PriceUsage, type Totals } from './usage.ts'

/** Receives everything a run does in one order. Storage and streams read from it. */
export type RunSink = {
  /**
   * Stores the run itself and resolves once it is stored. No model call is made before that. Absent
   * if the run is already stored.
   */
  stored?(): Promise<void>
  /**
   * Await before a node starts: back-pressure for runs that record faster than the store writes.
   */
  waitForRoom?(): Promise<void> | undefined
  event(body: RunEventBody): void
  /** The start and end of a span have the same id. The newer version wins. */
  span(span: SpanDetail): void
  exchange(exchange: Exchange): void
  /**
   * Resolves when a later write cannot survive a crash without everything handed over so far.
   * Without `atOnce` it may wait for the next regular write.
   */
  flushed(isImmediate: boolean): Promise<void>
}

type SpanStart = {
  kind: SpanKind
  name: string
  parentId: string | null
  node: string | null
  element?: string | undefined
  superstep: number | null
  inputs: Json
  id?: string
  startedAt?: number
  firstTokenAt?: number | null
  model?: string
  provider?: string
  tags?: string[]
  metadata?: JsonObject
}

type SpanEnd = {
  status: Exclude<SpanStatus, 'running'>
  outputs?: Json
  error?: RunError | null
  usage?: Usage | null
  metadata?: JsonObject
  /** Defaults to now. */
  endedAt?: number
}

/** A span that has not ended. */
export type OpenSpan = { readonly id: string; readonly startedAt: number; readonly name: string }

/** Converts what happens in a run to spans and events in one order. */
export type Recorder = {
  event(body: RunEventBody): void
  /** Tokens that arrive within a few milliseconds are emitted as one event. */
  token(source: TokenSource, channel: TokenChannel, text: string): void
  firstToken(span: OpenSpan): void
  start(span: SpanStart): OpenSpan
  /** Adds an event to an open span. */
  note(span: OpenSpan, name: string, attributes: JsonObject): void
  /** Sets the model name that the provider answered with. */
  answeredBy(span: OpenSpan, model: string): void
  end(span: OpenSpan, end: SpanEnd): void
  /** Marks the span's call as answered by a recording (free) or by a batch (discounted). */
  serve(span: OpenSpan, server: typeof SERVED | typeof BATCH): void
  /** Marks that the model refused to answer. */
  refuse(span: OpenSpan): void
  /** Marks that the span waits for a human. */
  pause(span: OpenSpan): void
  /** Ends all other open spans, innermost first. */
  endOthers(span: OpenSpan, end: SpanEnd): void
  /** Returns and resets whether a call ended or something failed since the last save. */
  takeUrgentFlag(): boolean
  readonly totals: Totals
  readonly firstTokenAt: number | null
}

type RecorderOptions = {
  traceId: string
  sink: RunSink
  clock: Clock
  price: PriceUsage
  /** Usage of the run's earlier attempts. */
  totals: Totals
}

/** Creates the recorder of one trace. It builds spans and events and hands them to the sink. */
export function createRecorder({ traceId, sink, clock, price, totals }: RecorderOptions): Recorder {
  const open = new Map<string, SpanDetail>()
  let firstTokenAt: number | null = null
  let isUrgent = false
  const tokens = tokenBuffer(sink)

  const event = (body: RunEventBody) => {
    tokens.flush()
    sink.event(body)
  }
  const publish = (span: SpanDetail) => {
    sink.span(span)
    event({ type: 'span', span: withoutPayload(span) })
  }
  const spanCost = (span: SpanDetail, usage: Usage): Cost =>
    isServed(span)
      ? ZERO_COST
      : applyBatchRate(
          span,
          priceCall(span, (model) => price(model, usage, span.startedAt)),
        )

  const recorder = {
    event,
    token: tokens.push,
    firstToken({ id }: OpenSpan) {
      const time = clock.now()
      firstTokenAt ??= time
      for (const span of [open.get(id), open.get(traceId)]) if (span) span.firstTokenAt ??= time
    },
    start(start: SpanStart) {
      const span = newSpan(traceId, start, clock.now())
      open.set(span.id, span)
      publish({ ...span })
      return { id: span.id, startedAt: span.startedAt, name: span.name }
    },
    note({ id }: OpenSpan, name: string, attributes: JsonObject) {
      open.get(id)?.events.push({ at: clock.now(), name, attributes })
    },
    answeredBy({ id }: OpenSpan, model: string) {
      const span = open.get(id)
      if (!span || span.model === model) return
      if (span.model !== null) span.asked = span.model
      span.model = model
    },
    serve({ id }: OpenSpan, server: typeof SERVED | typeof BATCH) {
      tag(open.get(id), server)
    },
    refuse({ id }: OpenSpan) {
      tag(open.get(id), REFUSED)
      tag(open.get(traceId), REFUSED)
    },
    end({ id }: OpenSpan, { status, outputs, error, usage: counts, metadata, endedAt }: SpanEnd) {
      const span = open.get(id)
      if (!span) return
      open.delete(id)
      isUrgent ||= span.kind !== 'chain' || status !== 'success'
      const usage = counts && attributeTokens(counts, span.model)
      const cost = usage ? spanCost(span, usage) : null
      const endedSpan: SpanDetail = {
        ...span,
        status,
        endedAt: endedAt ?? clock.now(),
        outputs: outputs ?? span.outputs,
        error: error ?? null,
        usage: usage ?? null,
        cost,
        metadata: { ...span.metadata, ...metadata },
      }
      recorder.totals = addCall(recorder.totals, endedSpan)
      endedSpan.payloadBytes = payloadSize(endedSpan.inputs) + payloadSize(endedSpan.outputs)
      publish(endedSpan)
    },
    pause({ id }: OpenSpan) {
      const span = open.get(id)
      if (span) publish({ ...span, status: 'interrupted' })
    },
    endOthers({ id }: OpenSpan, end: SpanEnd) {
      const otherSpans = [...open.values()].filter((span) => span.id !== id)
      for (const span of otherSpans.toReversed()) recorder.end(span, end)
      tokens.flush()
    },
    takeUrgentFlag() {
      const wasUrgent = isUrgent
      isUrgent = false
      return wasUrgent
    },
    totals,
    get firstTokenAt() {
      return firstTokenAt
    },
  }
  return recorder
}

const newSpan = (traceId: string, start: SpanStart, now: number): SpanDetail => ({
  id: start.id ?? newId(),
  traceId,
  parentId: start.parentId,
  kind: start.kind,
  name: start.name,
  node: start.node,
  ...(start.element !== undefined && { element: start.element }),
  superstep: start.superstep,
  status: 'running',
  startedAt: start.startedAt ?? now,
  endedAt: null,
  firstTokenAt: start.firstTokenAt ?? null,
  model: start.model ?? null,
  provider: start.provider ?? null,
  usage: null,
  cost: null,
  error: null,
  tags: start.tags ?? [],
  payloadBytes: 0,
  inputs: start.inputs,
  outputs: null,
  events: [],
  metadata: start.metadata ?? {},
})

function tag(span: SpanDetail | undefined, name: string): void {
  if (span && !span.tags.includes(name)) span.tags = [...span.tags, name]
}

const isServed = ({ tags }: SpanDetail) => tags.includes(SERVED)

function withoutPayload(span: SpanDetail): Span {
  const { inputs: _, outputs: __, events: ___, metadata: ____, ...row } = span
  return row
}

const payloadSize = (payload: Json) => (payload === null ? 0 : jsonBytes(payload))

/** Long texts are measured once while several spans pass them on. */
const LONG = 10_000
const CACHE_SIZE = 8
const measured = new Map<string, number>()

/** Returns the UTF-8 bytes of a value's JSON. */
export function jsonBytes(value: Json): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainBytes(value)
  let bytes = 1
  for (const [key, item] of Object.entries(value)) {
    const size = typeof item === 'string' ? textBytes(item) : plainBytes(item)
    // A comma or the closing brace follows.
    bytes += plainBytes(key) + 1 + size + 1
  }
  return Math.max(bytes, 2)
}

/** Any character that JSON escapes or UTF-8 encodes in several bytes. */
const NEEDS_ENCODING = /[^ !#-[\]-~]/

const plainBytes = (value: Json) => Buffer.byteLength(JSON.stringify(value))

function textBytes(text: string): number {
  if (text.length < LONG) return plainBytes(text)
  const cached = measured.get(text)
  if (cached !== undefined) return cached
  const bytes = NEEDS_ENCODING.test(text) ? plainBytes(text) : text.length + 2
  const [oldest] = measured.keys()
  if (measured.size >= CACHE_SIZE && oldest !== undefined) measured.delete(oldest)
  measured.set(text, bytes)
  return bytes
}

type TokenEvent = Extract<RunEventBody, { type: 'token' }>
type TokenChannel = TokenEvent['channel']

/** Fields that all tokens of a message share. */
export type TokenSource = Omit<TokenEvent, 'type' | 'channel' | 'text'>

/** Shorter than one screen frame, so the delay is invisible and a burst becomes few events. */
const WINDOW_MS = 6

type TokenBuffer = {
  push: (source: TokenSource, channel: TokenChannel, text: string) => void
  flush(): void
}

type Waiting = { channel: TokenChannel; text: string }

/**
 * Emits a token after a pause at once, and the following ones within the window together. A burst
 * then costs little per token.
 */
export function tokenBuffer(sink: { event(token: TokenEvent): void }): TokenBuffer {
  const waiting = new Map<TokenSource, Waiting>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const release = () => {
    for (const [source, { channel, text }] of waiting) {
      sink.event({ type: 'token', ...source, channel, text })
    }
    waiting.clear()
  }
  const tick = () => {
    timer = null
    if (waiting.size === 0) return
    release()
    timer = setTimeout(tick, WINDOW_MS)
  }

  return {
    push(source, channel, text) {
      const before = waiting.get(source)
      if (before?.channel === channel) {
        before.text += text
        return
      }
      if (before) release()
      if (timer === null) {
        sink.event({ type: 'token', ...source, channel, text })
        timer = setTimeout(tick, WINDOW_MS)
      } else {
        waiting.set(source, { channel, text })
      }
    },
    flush() {
      if (waiting.size > 0) release()
    },
  }
}
