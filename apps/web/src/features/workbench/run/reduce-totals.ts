import { addUsage, noUsage, type Span, type Usage } from '@lathe/contract'
import { changeNode } from './reduce-steps.ts'
import { type RunView, type SpanTotals, topNode } from './run-view.ts'

/** Only model calls count: the spans around them repeat their sums. */
export function applySpan(view: RunView, span: Span): RunView {
  if (span.kind !== 'model' && span.kind !== 'embedding') return view
  const modelCalls = { ...view.modelCalls, [span.id]: totalsOf(span) }
  const calls = Object.values(modelCalls)
  const counted = { ...view, modelCalls, usage: sumUsage(calls), cost: sumCost(calls) }
  if (span.node === null) return counted
  const id = topNode(span.node)
  const ofNode = calls.filter(({ node }) => node !== null && topNode(node) === id)
  return changeNode(counted, span.node, { usage: sumUsage(ofNode) })
}

const totalsOf = ({ node, usage, cost, status, endedAt }: Span): SpanTotals => ({
  node,
  usage: usage ?? noUsage,
  cost: cost?.total ?? null,
  // A call that failed and used nothing costs nothing.
  isCharged: endedAt !== null && (status === 'success' || usage !== null),
})

const sumUsage = (calls: readonly SpanTotals[]): Usage =>
  calls.reduce((sum, { usage }) => addUsage(sum, usage), noUsage)

/** Unknown as soon as one charged call is. */
function sumCost(calls: readonly SpanTotals[]): number | null {
  const charged = calls.filter((call) => call.isCharged)
  if (charged.length === 0 || charged.some((call) => call.cost === null)) return null
  return charged.reduce((sum, call) => sum + (call.cost ?? 0), 0)
}
