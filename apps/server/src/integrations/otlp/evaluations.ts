import { nameOf, type OtlpLog, spanUuid, timeOf } from '@lathe/traces/external'
import { v5 } from 'uuid'
import type { SentFeedback } from '../langsmith/feedback/feedback-body.ts'
import { fieldsOf } from '../langsmith/feedback/sent-feedback.ts'

/** Results of evaluations are feedback on the span they name, whichever of both comes first. */
export function evaluationsIn(logs: readonly OtlpLog[]) {
  const feedback: SentFeedback[] = []
  const others: OtlpLog[] = []
  for (const log of logs) {
    const isResult = nameOf(log) === 'gen_ai.evaluation.result'
    const fields = isResult ? fieldsOf(toFeedback(log)) : undefined
    if (fields && 'plain' in fields)
      feedback.push({ item: 'gen_ai.evaluation.result', fields, excerpt: '' })
    else others.push(log)
  }
  return { feedback, others }
}

function toFeedback(log: OtlpLog) {
  const { attributes } = log
  const said = (name: string) => attributes[`gen_ai.evaluation.${name}`]
  const spanId = spanUuid(log.traceId, log.spanId)
  return {
    // The same for the same record, however often it comes.
    id: v5(JSON.stringify([timeOf(log), attributes]), spanId),
    run_id: spanId,
    key: said('name'),
    score: said('score.value'),
    value: said('score.label'),
    comment: said('explanation'),
    error: attributes['error.type'] !== undefined,
    feedback_source: { type: 'model' },
  }
}
