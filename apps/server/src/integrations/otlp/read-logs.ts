import { isOfNoSpan, type OtlpLog, toLogParts } from '@lathe/traces/external'
import { rejectionOf } from '../../traces/ingest/delivery.ts'
import { evaluationsIn } from './evaluations.ts'

/** What log records say of spans, which feedback they are, and what becomes of those of no span. */
export function readLogs(logs: readonly OtlpLog[], project?: string) {
  const { feedback, others } = evaluationsIn(logs.filter((log) => !isOfNoSpan(log)))
  const parts = toLogParts(others, project)
  const spanless = refusalOf(logs.filter(isOfNoSpan))
  return { parts, feedback, ...(spanless && { spanless }) }
}

/** Programs that log send most of it without a span: all of a request are refused as one. */
function refusalOf(logs: readonly OtlpLog[]) {
  const [first] = logs
  if (!first) return undefined
  const count = logs.length
  const reason = `${count} log record${count === 1 ? ' is' : 's are'} of no span: only what was said within a span is kept, with it`
  return { ...rejectionOf('logRecords', 'spanId', reason, first.body), count }
}
