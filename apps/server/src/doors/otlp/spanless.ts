import { isOfNoSpan, type OtlpLog } from '@lathe/traces/external'
import { rejectionOf } from '../../ingest/delivery.ts'

/** Programs that log send most of it without a span: all of a request are refused as one. */
export function withoutSpanless(logs: readonly OtlpLog[]) {
  const ofSpans = logs.filter((log) => !isOfNoSpan(log))
  const [first] = logs.filter(isOfNoSpan)
  if (!first) return { ofSpans }
  const count = logs.length - ofSpans.length
  const reason = `${count} log record${count === 1 ? ' is' : 's are'} of no span: only what was said within a span is kept, with it`
  return {
    ofSpans,
    spanless: { ...rejectionOf('logRecords', 'spanId', reason, first.body), count },
  }
}
