import type { Json, JsonObject } from '@lathe/contract'
export const isTime = (at: number) => Number.isSafeInteger(at) && at > 0

export type OtlpIssue = { item: string; field: string; message: string }

/** `issues` are the first of those that are `rejected`. */
export type OtlpReading<Item> = { items: Item[]; issues: OtlpIssue[]; rejected: number }

export const emptyOtlpReading = <Item>(): OtlpReading<Item> => ({
  items: [],
  issues: [],
  rejected: 0,
})

/** A body may hold millions of things that are none of what it should hold. */
const MAX_ISSUES = 1_000

/** Counts it, and notes why if it is among the first. */
export function noteIssue(reading: OtlpReading<unknown>, issue: OtlpIssue): void {
  reading.rejected += 1
  if (reading.issues.length < MAX_ISSUES) reading.issues.push(issue)
}

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

export function findIdProblem({ traceId, spanId }: Pick<OtlpSpan, 'traceId' | 'spanId'>) {
  if (!TRACE_ID.test(traceId)) return { field: 'traceId', message: 'is not 16 bytes' }
  if (!SPAN_ID.test(spanId)) return { field: 'spanId', message: 'is not 8 bytes' }
  return undefined
}

/** What makes a span impossible to place, as a field and a reason. */
export function findSpanProblem(span: OtlpSpan): Problem | undefined {
  const problem = findIdProblem(span)
  if (problem) return problem
  if (span.parentSpanId !== '' && !/^[0-9a-f]{16}$/.test(span.parentSpanId))
    return { field: 'parentSpanId', message: 'is not 8 bytes' }
  if (!(Number.isSafeInteger(span.startedAt) && span.startedAt > 0))
    return { field: 'startTimeUnixNano', message: 'is no time' }
  if (!Number.isSafeInteger(span.endedAt))
    return { field: 'endTimeUnixNano', message: 'is no time' }
  return undefined
}

/** A log record of an OTLP export, in whichever encoding it came. Times are microseconds, 0 where it says none. */
export type OtlpLog = Pick<OtlpSpan, 'traceId' | 'spanId' | 'attributes' | 'resource' | 'scope'> & {
  at: number
  observedAt: number
  /** Of the event that it is; older programs say it in an attribute. */
  name: string
  severity: string
  gravity: number
  body: Json
  /** Its flags say so; many say nothing. */
  isSampled: boolean
}

/** Of no span at all: programs send these too, whoever listens. */
export const hasNoSpan = ({ traceId, spanId }: OtlpLog): boolean =>
  /^0*$/.test(traceId) && /^0*$/.test(spanId)

/** What makes a record impossible to place. */
export function findLogProblem(log: OtlpLog): Omit<OtlpIssue, 'item'> | undefined {
  if (hasNoSpan(log)) return undefined
  const problem = findIdProblem(log)
  if (problem) return problem
  return logTime(log) === undefined ? { field: 'timeUnixNano', message: 'is no time' } : undefined
}

export const logTime = ({ at, observedAt }: OtlpLog): number | undefined =>
  [at, observedAt].find(isTime)
