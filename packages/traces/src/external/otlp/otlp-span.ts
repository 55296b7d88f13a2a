import type { Json, JsonObject } from '@lathe/contract'

/** Whether a number is a valid time in microseconds. */
export const isTime = (time: number) => Number.isSafeInteger(time) && time > 0

export type OtlpIssue = { item: string; field: string; message: string }

/** `issues` contains the first of the `rejected` items. */
export type OtlpReading<Item> = { items: Item[]; issues: OtlpIssue[]; rejected: number }

/** Creates an empty reading. */
export const emptyOtlpReading = <Item>(): OtlpReading<Item> => ({
  items: [],
  issues: [],
  rejected: 0,
})

/** A body may contain millions of invalid items. */
const MAX_ISSUES = 1_000

/** Counts a rejected item, and keeps its issue if it is one of the first. */
export function noteIssue(result: OtlpReading<unknown>, issue: OtlpIssue): void {
  result.rejected += 1
  if (result.issues.length < MAX_ISSUES) result.issues.push(issue)
}

/** A span of an OTLP export in any encoding. Ids are lower-case hex, times microseconds. */
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
  /** Code 2 means error. */
  status: { code: number; message: string }
  resource: JsonObject
  scope: string
}

export type OtlpEvent = { at: number; name: string; attributes: JsonObject }

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/

type Problem = Omit<OtlpIssue, 'item'>

/** Returns which id is invalid, and why. Undefined if both are valid. */
export function findIdProblem({ traceId, spanId }: Pick<OtlpSpan, 'traceId' | 'spanId'>) {
  if (!TRACE_ID.test(traceId)) return { field: 'traceId', message: 'is not 16 bytes' }
  if (!SPAN_ID.test(spanId)) return { field: 'spanId', message: 'is not 8 bytes' }
  return undefined
}

/** Returns the field that makes a span unusable, and why. Undefined if it is valid. */
export function findSpanProblem(span: OtlpSpan): Problem | undefined {
  const problem = findIdProblem(span)
  if (problem) return problem
  if (span.parentSpanId !== '' && !/^[0-9a-f]{16}$/.test(span.parentSpanId))
    return { field: 'parentSpanId', message: 'is not 8 bytes' }
  if (!(Number.isSafeInteger(span.startedAt) && span.startedAt > 0))
    return { field: 'startTimeUnixNano', message: 'is not a valid time' }
  if (!Number.isSafeInteger(span.endedAt))
    return { field: 'endTimeUnixNano', message: 'is not a valid time' }
  return undefined
}

/** A log record of an OTLP export in any encoding. Times are microseconds, 0 if unset. */
export type OtlpLog = Pick<OtlpSpan, 'traceId' | 'spanId' | 'attributes' | 'resource' | 'scope'> & {
  at: number
  observedAt: number
  /** Event name. Older programs send it in an attribute. */
  name: string
  severity: string
  gravity: number
  body: Json
  /** Set by the record's flags. Many programs leave them unset. */
  isSampled: boolean
}

/** Whether a record belongs to no span. Programs send such records as well. */
export const hasNoSpan = ({ traceId, spanId }: OtlpLog): boolean =>
  /^0*$/.test(traceId) && /^0*$/.test(spanId)

/** Returns why a log record is unusable. Undefined if it is valid. */
export function findLogProblem(log: OtlpLog): Omit<OtlpIssue, 'item'> | undefined {
  if (hasNoSpan(log)) return undefined
  const problem = findIdProblem(log)
  if (problem) return problem
  return logTime(log) === undefined
    ? { field: 'timeUnixNano', message: 'is not a valid time' }
    : undefined
}

/**
 * Returns the time of a log record in microseconds, or when it was observed. Undefined if neither
 * is valid.
 */
export const logTime = ({ at, observedAt }: OtlpLog): number | undefined =>
  [at, observedAt].find(isTime)
