import type { GraphDocument, GraphNode } from '@lathe/contract'
import type { buildLoop } from '../agent/build-loop.ts'
import type { CalledAgents } from '../called-agents.ts'
import type { BuiltGraph } from '../build-graph.ts'
import type { PortName, Router } from '../routing.ts'
import type { GraphRuntime, NodeCall } from '../runtime.ts'
import type { ScopeMaker, State } from '../state.ts'

export type NodeResult = {
  update: State
  /** The port it leaves by; absent means the plain way on. */
  port?: PortName
}

export type NodeBody = (state: State, call: NodeCall) => NodeResult | Promise<NodeResult>

export type SubGraph = ReturnType<typeof buildLoop> | BuiltGraph

export type BuiltNode = {
  run: NodeBody
  /** Its parts, where it is a graph of its own. */
  subgraph?: SubGraph
}

export type NodeParts<N extends GraphNode = GraphNode> = {
  id: string
  node: N
  document: GraphDocument
  called: CalledAgents
  runtime: GraphRuntime
  scopeOf: ScopeMaker
  router: Router
  /** Tools some model of the graph is given: no message makes any other run. */
  offeredTools: ReadonlySet<string>
}

/** A dotted path into plain data; empty is the whole of it. */
export function at(value: unknown, path: string): unknown {
  let current = value
  for (const key of path === '' ? [] : path.split('.')) {
    if (current === null || current === undefined) return undefined
    const holder: object = Object(current)
    if (!Object.hasOwn(holder, key)) return undefined
    current = (holder as Record<string, unknown>)[key]
  }
  return current
}

/** Channel → path, filled from a value; what the value lacks is not written. */
export function pick(writes: Record<string, string>, value: unknown): State {
  const found = Object.entries(writes).map(([name, path]) => [name, at(value, path)] as const)
  return Object.fromEntries(found.filter(([, part]) => part !== undefined))
}
