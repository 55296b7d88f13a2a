import type { Json } from '@lathe/contract'
import { isTime } from '../first-token.ts'
import type { OtlpIssue } from '../otlp-reading.ts'
import { type OtlpSpan, problemOfIds } from '../otlp-span.ts'

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
export const isOfNoSpan = ({ traceId, spanId }: OtlpLog): boolean =>
  /^0*$/.test(traceId) && /^0*$/.test(spanId)

/** What makes a record impossible to place. */
export function problemOfLog(log: OtlpLog): Omit<OtlpIssue, 'item'> | undefined {
  if (isOfNoSpan(log)) return undefined
  const problem = problemOfIds(log)
  if (problem) return problem
  return timeOf(log) === undefined ? { field: 'timeUnixNano', message: 'is no time' } : undefined
}

export const timeOf = ({ at, observedAt }: OtlpLog): number | undefined =>
  [at, observedAt].find(isTime)
