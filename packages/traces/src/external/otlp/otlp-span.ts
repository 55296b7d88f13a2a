import type { Json, JsonObject } from '@lathe/contract'
import type { OtlpIssue } from './otlp-reading.ts'

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

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/

type Problem = Omit<OtlpIssue, 'item'>

export function problemOfIds({ traceId, spanId }: Pick<OtlpSpan, 'traceId' | 'spanId'>) {
  if (!TRACE_ID.test(traceId)) return { field: 'traceId', message: 'is not 16 bytes' }
  if (!SPAN_ID.test(spanId)) return { field: 'spanId', message: 'is not 8 bytes' }
  return undefined
}

/** What makes a span impossible to place, as a field and a reason. */
export function problemOf(span: OtlpSpan): Problem | undefined {
  const problem = problemOfIds(span)
  if (problem) return problem
  if (span.parentSpanId !== '' && !/^[0-9a-f]{16}$/.test(span.parentSpanId))
    return { field: 'parentSpanId', message: 'is not 8 bytes' }
  if (!(Number.isSafeInteger(span.startedAt) && span.startedAt > 0))
    return { field: 'startTimeUnixNano', message: 'is no time' }
  if (!Number.isSafeInteger(span.endedAt))
    return { field: 'endTimeUnixNano', message: 'is no time' }
  return undefined
}
