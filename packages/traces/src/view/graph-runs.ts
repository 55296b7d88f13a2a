import { addUsage, ZERO_USAGE, type Span, type Spending, type Usage } from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, callSpending } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'

/** LangGraph reports the input as a separate node. */
export const INPUT_NODE = '__start__'

/** One execution of a LangGraph graph, with the executions of its nodes by superstep. */
export type GraphRun = {
  /** Id of the graph's span, which may not have been received. */
  id: string
  span: Span | undefined
  steps: readonly GraphStep[]
}

export type GraphStep = { superstep: number; spans: readonly Span[] }

/**
 * Finds the executions of graphs, outer ones first. Empty if the program reported no nodes or
 * supersteps.
 */
export function findGraphRuns(roots: readonly SpanNode[]): GraphRun[] {
  const spans = new Map<string, Span>()
  const locations = new Map<string, SpanLocation>()
  const graphs = new Map<string, Map<number, Span[]>>()
  for (const { span } of walkTree(roots)) {
    spans.set(span.id, span)
    const enclosing = span.parentId === null ? undefined : locations.get(span.parentId)
    const location = spanLocation(span) ?? enclosing
    if (location) locations.set(span.id, location)
    if (span.superstep === null || !location || isSame(location, enclosing)) continue
    const id = span.parentId ?? span.traceId
    const steps = graphs.get(id) ?? new Map<number, Span[]>()
    graphs.set(id, steps)
    const step = steps.get(span.superstep)
    if (step) step.push(span)
    else steps.set(span.superstep, [span])
  }
  return [...graphs].map(([id, steps]) => ({
    id,
    span: spans.get(id),
    steps: [...steps]
      .map(([superstep, members]) => ({ superstep, spans: members }))
      .sort((a, b) => a.superstep - b.superstep),
  }))
}

type SpanLocation = { node: string; superstep: number }

const spanLocation = ({ node, superstep }: Span): SpanLocation | undefined =>
  node === null || superstep === null ? undefined : { node, superstep }

/** Spans inside a node's execution repeat its name and superstep. */
const isSame = (location: SpanLocation, enclosing: SpanLocation | undefined) =>
  location.node === enclosing?.node && location.superstep === enclosing.superstep

/** Returns the innermost graph around a span and the superstep that the span belongs to. */
export function findGraphLocation(
  graphs: readonly GraphRun[],
  spans: ReadonlyMap<string, Span>,
  spanId: string | undefined,
): { graph: GraphRun | undefined; superstep: number | undefined } {
  const byId = new Map(graphs.map((graph) => [graph.id, graph]))
  const seen = new Set<string>()
  let inner: Span | undefined
  for (let currentId = spanId; currentId !== undefined && !seen.has(currentId);) {
    const graph = byId.get(currentId)
    if (graph) return { graph, superstep: inner?.superstep ?? undefined }
    seen.add(currentId)
    inner = spans.get(currentId)
    currentId = inner?.parentId ?? undefined
  }
  return { graph: graphs[0], superstep: undefined }
}

/** One execution of a graph node and the spending inside it. */
export type NodeExecution = Spending & {
  node: string
  superstep: number
  span: Span
  /** Microseconds. */
  length: number
  usage: Usage
}

const topLevelNode = (path: string): string => path.split('/')[0] ?? path

/** Returns node executions in order. Empty if the program reported no nodes or supersteps. */
export function findExecutions(roots: readonly SpanNode[], now: number): NodeExecution[] {
  const executions: NodeExecution[] = []
  const enclosing = new Map<string, NodeExecution>()
  for (const { span } of walkTree(roots)) {
    const outer = span.parentId === null ? undefined : enclosing.get(span.parentId)
    const execution = outer ?? startExecution(span, now)
    if (!execution) continue
    if (!outer) executions.push(execution)
    enclosing.set(span.id, execution)
    if (!isCountedCall(span)) continue
    execution.usage = addUsage(execution.usage, span.usage ?? ZERO_USAGE)
    Object.assign(execution, addSpending(execution, callSpending(span)))
  }
  return executions.sort((a, b) => a.superstep - b.superstep || a.span.startedAt - b.span.startedAt)
}

function startExecution(span: Span, now: number): NodeExecution | undefined {
  const { node, superstep, startedAt, endedAt } = span
  if (node === null || superstep === null || node === INPUT_NODE) return undefined
  const length = (endedAt ?? now) - startedAt
  return { node: topLevelNode(node), superstep, span, length, usage: ZERO_USAGE, ...noSpending }
}
