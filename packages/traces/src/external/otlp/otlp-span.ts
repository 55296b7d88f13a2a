import type { Json, JsonObject } from '@lathe/contract'

/** A span of an OTLP export, in whichever encoding it came. Ids are hex in lower case, times microseconds. */
export type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  startedAt: number
  endedAt: number
  attributes: JsonObject
  events: OtlpEvent[]
  links: Json[]
  /** 2 says that it failed. */
  status: { code: number; message: string }
  resource: JsonObject
  scope: string
}

export type OtlpEvent = { at: number; name: string; attributes: JsonObject }

export type OtlpIssue = { item: string; field: string; message: string }

/** `issues` are the first of those that are `rejected`. */
export type OtlpReading = { spans: OtlpSpan[]; issues: OtlpIssue[]; rejected: number }

export const emptyOtlpReading = (): OtlpReading => ({ spans: [], issues: [], rejected: 0 })

/** A body may hold millions of things that are no spans. */
const NOTED = 1_000

/** Counts it, and notes why if it is among the first. */
export function noteIssue(reading: OtlpReading, issue: OtlpIssue): void {
  reading.rejected += 1
  if (reading.issues.length < NOTED) reading.issues.push(issue)
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/

/** What makes a span impossible to place, as a field and a reason. */
export function problemOf(span: OtlpSpan): Omit<OtlpIssue, 'item'> | undefined {
  if (!TRACE_ID.test(span.traceId)) return { field: 'traceId', message: 'is not 16 bytes' }
  if (!SPAN_ID.test(span.spanId)) return { field: 'spanId', message: 'is not 8 bytes' }
  if (span.parentSpanId !== '' && !/^[0-9a-f]{16}$/.test(span.parentSpanId))
    return { field: 'parentSpanId', message: 'is not 8 bytes' }
  if (!(Number.isSafeInteger(span.startedAt) && span.startedAt > 0))
    return { field: 'startTimeUnixNano', message: 'is no time' }
  if (!Number.isSafeInteger(span.endedAt))
    return { field: 'endTimeUnixNano', message: 'is no time' }
  return undefined
}
