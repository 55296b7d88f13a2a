import { addUsage, noUsage, type Usage, type Spending } from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, spendingOf } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'

/** What is below a span, counted. */
export type Inside = Spending & {
  spans: number
  models: number
  tools: number
  failures: number
  usage: Usage
}

const nothing: Inside = {
  spans: 0,
  models: 0,
  tools: 0,
  failures: 0,
  usage: noUsage,
  ...noSpending,
}

/** Of every span, itself not counted. */
export function insideOf(roots: readonly SpanNode[]): ReadonlyMap<SpanNode, Inside> {
  const insides = new Map<SpanNode, Inside>()
  const order = [...walkTree(roots)]
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]
    if (!node) continue
    const children = node.children.map((child) => withItself(child, insides.get(child) ?? nothing))
    insides.set(node, children.length === 0 ? nothing : children.reduce(sum))
  }
  return insides
}

const withItself = ({ span }: SpanNode, inside: Inside): Inside => {
  const isModel = isCountedCall(span)
  return {
    spans: inside.spans + 1,
    models: inside.models + (isModel ? 1 : 0),
    tools: inside.tools + (span.kind === 'tool' || span.kind === 'retriever' ? 1 : 0),
    failures: inside.failures + (span.status === 'error' ? 1 : 0),
    usage: isModel && span.usage ? addUsage(inside.usage, span.usage) : inside.usage,
    ...addSpending(inside, isModel ? spendingOf(span) : noSpending),
  }
}

const sum = (a: Inside, b: Inside): Inside => ({
  spans: a.spans + b.spans,
  models: a.models + b.models,
  tools: a.tools + b.tools,
  failures: a.failures + b.failures,
  usage: addUsage(a.usage, b.usage),
  ...addSpending(a, b),
})
