import { addUsage, noUsage, type Span, type Usage, type Spending } from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, spendingOf } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'
import { INPUT_NODE } from './graph-runs.ts'

/** One execution of a node of the drawn graph, and what was spent inside it. */
export type NodeExecution = Spending & {
  node: string
  superstep: number
  span: Span
  /** Microseconds. */
  length: number
  usage: Usage
}

const topNode = (path: string): string => path.split('/')[0] ?? path

/** In the order they began; empty where the program told no nodes or supersteps. */
export function executionsOf(roots: readonly SpanNode[], now: number): NodeExecution[] {
  const executions: NodeExecution[] = []
  const around = new Map<string, NodeExecution>()
  for (const { span } of walkTree(roots)) {
    const outer = span.parentId === null ? undefined : around.get(span.parentId)
    const execution = outer ?? beginning(span, now)
    if (!execution) continue
    if (!outer) executions.push(execution)
    around.set(span.id, execution)
    if (!isCountedCall(span)) continue
    execution.usage = addUsage(execution.usage, span.usage ?? noUsage)
    Object.assign(execution, addSpending(execution, spendingOf(span)))
  }
  return executions.sort((a, b) => a.superstep - b.superstep || a.span.startedAt - b.span.startedAt)
}

function beginning(span: Span, now: number): NodeExecution | undefined {
  const { node, superstep, startedAt, endedAt } = span
  if (node === null || superstep === null || node === INPUT_NODE) return undefined
  const length = (endedAt ?? now) - startedAt
  return { node: topNode(node), superstep, span, length, usage: noUsage, ...noSpending }
}
