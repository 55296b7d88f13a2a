import type { SpanPart } from '../../span-part.ts'
import { projectOf, spanUuid, traceUuid } from '../otlp-part.ts'
import { isSaying } from './span-of-logs.ts'
import { nameOf, toLogEvent } from './log-event.ts'
import type { OtlpLog } from './otlp-log.ts'

/**
 * What log records say of their spans, one part a span. Where none of them belongs to a call of a model, nor to a span
 * that is sampled, they do not make a span known: many that are said so would never come.
 */
export function toLogParts(logs: readonly OtlpLog[], project?: string): SpanPart[] {
  return [...Map.groupBy(logs, ({ traceId, spanId }) => `${traceId}/${spanId}`).values()].flatMap(
    (all): SpanPart[] => {
      const [first] = all
      if (!first) return []
      const { traceId, spanId } = first
      const isExpected = all.some((log) => log.isSampled || isSaying(nameOf(log) ?? ''))
      const given = projectOf(first.attributes, first.resource, project)
      return [
        {
          id: spanUuid(traceId, spanId),
          ...(isExpected && { traceId: traceUuid(traceId) }),
          events: all.map(toLogEvent).toSorted((a, b) => a.at - b.at),
          ...(given && { project: given }),
        },
      ]
    },
  )
}
