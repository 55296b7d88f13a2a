import { addUsage, ZERO_USAGE, type Span, type Usage, type Spending } from '@lathe/contract'
import { addSpending, isModelCall, noSpending, callSpending } from '@lathe/traces'
import { updateNode } from './reduce-steps.ts'
import { type RunView, type SpanTotals, topNode } from './run-view.ts'

/** Count only model calls: the spans around them repeat their totals. */
export function applySpan(view: RunView, span: Span): RunView {
  if (!isModelCall(span)) return view
  const modelCalls = { ...view.modelCalls, [span.id]: spanTotals(span) }
  const calls = Object.values(modelCalls)
  const updated = { ...view, modelCalls, usage: sumUsage(calls), ...sumSpending(calls) }
  if (span.node === null) return updated
  const id = topNode(span.node)
  const nodeCalls = calls.filter(({ node }) => node !== null && topNode(node) === id)
  return updateNode(updated, span.node, { usage: sumUsage(nodeCalls) })
}

const spanTotals = (span: Span): SpanTotals => ({
  node: span.node,
  usage: span.usage ?? ZERO_USAGE,
  ...callSpending(span),
  hasEnded: span.endedAt !== null,
})

const sumUsage = (calls: readonly SpanTotals[]): Usage =>
  calls.reduce((sum, { usage }) => addUsage(sum, usage), ZERO_USAGE)

/** Also unknown until a call has ended. */
function sumSpending(calls: readonly SpanTotals[]): Required<Spending> {
  const ended = calls.filter(({ hasEnded }) => hasEnded)
  return ended.length === 0
    ? { ...noSpending, cost: null, unmetered: 0 }
    : { unmetered: 0, ...ended.reduce<Spending>(addSpending, noSpending) }
}
