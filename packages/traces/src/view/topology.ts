import {
  addUsage,
  END,
  ZERO_USAGE,
  type Span,
  type SpanKind,
  type Spending,
  START,
  type Usage,
} from '@lathe/contract'
import { isForeignPlumbing } from '../rows.ts'
import { addSpending, isCountedCall, noSpending, callSpending } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'
import type { NodeExecution } from './graph-runs.ts'

/** All executions of a node, or all spans with a name. */
export type TopologyNode = Spending & {
  id: string
  name: string
  kind: SpanKind
  count: number
  errors: number
  running: number
  waiting: number
  /** Microseconds. */
  total: number
  usage: Usage
  /** In start order. */
  spanIds: readonly string[]
}

export type TopologyEdge = { from: string; to: string; count: number }

export type Topology = { nodes: ReadonlyMap<string, TopologyNode>; edges: readonly TopologyEdge[] }

/** Builds the graph of node executions by superstep, from the start to the end of the trace. */
export function topologyOfExecutions(
  executions: readonly NodeExecution[],
  hasEndedWell: boolean,
): Topology {
  const nodes = new Nodes()
  const edges = new Edges()
  for (const { span, ...execution } of executions)
    nodes.add(execution.node, execution.node, span, execution)
  let before = new Set([START])
  for (const step of Map.groupBy(executions, ({ superstep }) => superstep).values()) {
    const now = new Set(step.map(({ node }) => node))
    for (const from of before) for (const to of now) edges.add(from, to)
    before = now
  }
  if (hasEndedWell && executions.length > 0) for (const from of before) edges.add(from, END)
  return { nodes: nodes.byId, edges: edges.list() }
}

/** Builds the call graph by name, for programs without graph metadata. */
export function topologyOfCalls(roots: readonly SpanNode[], now: number): Topology {
  const nodes = new Nodes()
  const edges = new Edges()
  const groups = new Map<string, string>()
  for (const { span } of walkTree(roots)) {
    const caller = (span.parentId === null ? undefined : groups.get(span.parentId)) ?? START
    if (isForeignPlumbing(span)) {
      groups.set(span.id, caller)
      continue
    }
    const id = `${span.kind}:${span.name}`
    groups.set(span.id, id)
    nodes.add(id, span.name, span, {
      length: (span.endedAt ?? now) - span.startedAt,
      usage: (isCountedCall(span) ? span.usage : null) ?? ZERO_USAGE,
      ...callSpending(span),
    })
    edges.add(caller, id)
  }
  return { nodes: nodes.byId, edges: edges.list() }
}

type NodeUsage = Spending & Pick<NodeExecution, 'length' | 'usage'>

class Nodes {
  readonly byId = new Map<string, TopologyNode & { spanIds: string[] }>()

  add(id: string, name: string, { id: spanId, kind, status }: Span, usage: NodeUsage) {
    let node = this.byId.get(id)
    if (!node) {
      const zeroes = { count: 0, errors: 0, running: 0, waiting: 0, total: 0 }
      node = { id, name, kind, ...zeroes, usage: ZERO_USAGE, ...noSpending, spanIds: [] }
      this.byId.set(id, node)
    }
    node.count += 1
    if (status === 'error') node.errors += 1
    if (status === 'running') node.running += 1
    if (status === 'interrupted') node.waiting += 1
    node.total += usage.length
    node.usage = addUsage(node.usage, usage.usage)
    Object.assign(node, addSpending(node, usage))
    node.spanIds.push(spanId)
  }
}

class Edges {
  readonly #byKey = new Map<string, TopologyEdge>()

  add(from: string, to: string) {
    const key = `${from}\n${to}`
    const edge = this.#byKey.get(key)
    if (edge) edge.count += 1
    else this.#byKey.set(key, { from, to, count: 1 })
  }

  list(): TopologyEdge[] {
    return [...this.#byKey.values()]
  }
}
