import type { GraphDocument, GraphNode } from '@lathe/contract'
import type { BuiltLoop } from '@lathe-ai/runtime'
import type { FindCalledAgent } from '../agents/called-agents.ts'
import type { BuiltGraph } from '../build-graph.ts'
import type { PortName, Router } from '../routing.ts'
import type { GraphRuntime, NodeCall } from '../runtime.ts'
import type { ScopeMaker, State } from '../state.ts'

export type NodeResult = {
  update: State
  /** The port of the result; absent for the plain edge. */
  port?: PortName
}

export type NodeBody = (state: State, call: NodeCall) => NodeResult | Promise<NodeResult>

export type SubGraph = BuiltLoop | BuiltGraph

export type BuiltNode = {
  run: NodeBody
  /** The graph inside the node, if it has one. */
  subgraph?: SubGraph
}

export type NodeParts<N extends GraphNode = GraphNode> = {
  id: string
  node: N
  document: GraphDocument
  findSubgraph: FindCalledAgent
  runtime: GraphRuntime
  createScope: ScopeMaker
  router: Router
  /** The tools that models of the graph are offered: messages contain calls of these only. */
  offeredTools: ReadonlySet<string>
}
