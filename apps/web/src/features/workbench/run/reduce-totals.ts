import { noUsage, type Span, type Usage } from '@lathe/contract'
import { changeNode, newNode } from './reduce-steps.ts'
import { type RunView, topNode } from './run-view.ts'

const combine = (a: Usage, b: Usage, sign: 1 | -1): Usage => ({
  input: a.input + sign * b.input,
  output: a.output + sign * b.output,
  cachedRead: a.cachedRead + sign * b.cachedRead,
  cachedWrite: a.cachedWrite + sign * b.cachedWrite,
  reasoning: a.reasoning + sign * b.reasoning,
  audio: a.audio + sign * b.audio,
})

/** Only model calls count: the spans around them repeat their sums. */
export function applySpan(view: RunView, span: Span): RunView {
  if (span.kind !== 'model' && span.kind !== 'embedding') return view
  const before = view.modelCalls[span.id]?.usage ?? noUsage
  const usage = span.usage ?? noUsage
  const modelCalls = {
    ...view.modelCalls,
    [span.id]: {
      node: span.node,
      usage,
      cost: span.cost?.total ?? null,
      isEnded: span.endedAt !== null,
    },
  }
  const counted = {
    ...view,
    modelCalls,
    usage: combine(combine(view.usage, before, -1), usage, 1),
    cost: sumCost(Object.values(modelCalls)),
  }
  if (span.node === null) return counted
  const node = view.nodes[topNode(span.node)] ?? newNode
  return changeNode(counted, span.node, {
    usage: combine(combine(node.usage, before, -1), usage, 1),
  })
}

/** Unknown as soon as one ended call is. */
function sumCost(calls: readonly { cost: number | null; isEnded: boolean }[]): number | null {
  const ended = calls.filter((call) => call.isEnded)
  if (ended.length === 0 || ended.some((call) => call.cost === null)) return null
  return ended.reduce((sum, call) => sum + (call.cost ?? 0), 0)
}
