import type { GraphDocument, ReplayDetail } from '@lathe/contract'
import { describeDiff, diffDocuments } from '@lathe/graph'
import { formatCost, formatCount, formatDuration } from '../../../lib/format.ts'
import { verdictOf } from '../report/verdict.ts'

/** A version's message: what changed, and what shows that it is better. */
export function evidenceOf(
  { id, traceId, report, mode }: ReplayDetail,
  recorded: GraphDocument,
  edited: GraphDocument,
): string {
  const changes = describeDiff(diffDocuments(recorded, edited))
  const told = report && [
    `Replay ${id} of run ${traceId}: ${verdictOf(report, mode).text}.`,
    `Tokens in ${pair(report.inputTokens, formatCount)}, out ${pair(report.outputTokens, formatCount)}, cost ${pair(report.cost, formatCost)}, in calls ${pair(report.callMs, formatDuration)}.`,
  ]
  return [...changes, ...(told ?? [])].join('\n').slice(0, 2_000)
}

function pair<T>({ tape, replay }: { tape: T; replay: T }, format: (value: T) => string): string {
  return tape === replay ? `${format(tape)} as before` : `${format(tape)} → ${format(replay)}`
}
