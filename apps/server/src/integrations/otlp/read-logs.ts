import {
  hasNoSpan,
  eventName,
  type OtlpLog,
  spanUuid,
  logTime,
  toLogParts,
} from '@lathe/traces/external'
import { createRejection } from '../../traces/ingest/ingest-batch.ts'
import { v5 } from 'uuid'
import type { FeedbackItemBody } from '../langsmith/feedback/feedback-body.ts'
import { readFeedbackFields } from '../langsmith/feedback/feedback-fields.ts'

/** Splits log records into partial spans, feedback and rejections. */
export function readLogs(logs: readonly OtlpLog[], project?: string) {
  const { feedback, others } = evaluationsIn(logs.filter((log) => !hasNoSpan(log)))
  const parts = toLogParts(others, project)
  const spanless = rejectSpanless(logs.filter(hasNoSpan))
  return { parts, feedback, ...(spanless && { spanless }) }
}

/** Most log records have no span, so all of a request are rejected as one item. */
function rejectSpanless(logs: readonly OtlpLog[]) {
  const [first] = logs
  if (!first) return undefined
  const count = logs.length
  const reason = `${count} log record${count === 1 ? ' has' : 's have'} no span: only records of a span are stored, with it`
  return { ...createRejection('logRecords', 'spanId', reason, first.body), count }
}

/** Evaluation results become feedback on their span, in either order of arrival. */
function evaluationsIn(logs: readonly OtlpLog[]) {
  const feedback: FeedbackItemBody[] = []
  const messages: OtlpLog[] = []
  for (const log of logs) {
    const isResult = eventName(log) === 'gen_ai.evaluation.result'
    const fields = isResult ? readFeedbackFields(toFeedback(log)) : undefined
    if (fields && 'plain' in fields)
      feedback.push({ item: 'gen_ai.evaluation.result', fields, excerpt: '' })
    else messages.push(log)
  }
  return { feedback, others: messages }
}

function toFeedback(log: OtlpLog) {
  const { attributes } = log
  const field = (name: string) => attributes[`gen_ai.evaluation.${name}`]
  const spanId = spanUuid(log.traceId, log.spanId)
  return {
    // Deterministic, so that a resent record has the same id.
    id: v5(JSON.stringify([logTime(log), attributes]), spanId),
    run_id: spanId,
    key: field('name'),
    score: field('score.value'),
    value: field('score.label'),
    comment: field('explanation'),
    error: attributes['error.type'] !== undefined,
    feedback_source: { type: 'model' },
  }
}
