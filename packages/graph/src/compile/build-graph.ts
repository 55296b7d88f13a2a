import { END as GRAPH_END, START as GRAPH_START, StateGraph } from '@langchain/langgraph'
import type {
  BaseChannel,
  BaseCheckpointSaver,
  LangGraphRunnableConfig,
} from '@langchain/langgraph'
import type { BaseCache } from '@langchain/langgraph-checkpoint'
import type { CalledAgents, GraphDocument, GraphNode } from '@lathe/contract'
import { START } from '@lathe/contract'
import { toolsOffered } from '../kinds/tools.ts'
import { buildNode } from './build-node.ts'
import type { FindCalledAgent } from './agents/called-agents.ts'
import { channelFolds, channelFoldsAhead, graphChannels } from './channels.ts'
import type { Fold, FoldAhead } from './channels.ts'
import { NodeFailure } from './failure.ts'
import { nodeNames } from './names.ts'
import { errorRunner, nodeRunner } from './node-runner.ts'
import { payloadMaker } from './payloads.ts'
import { cachePolicy, retryPolicy } from './policies.ts'
import { withAgentTools } from './agents/agent-tools.ts'
import { createRouter } from './routing.ts'
import type { Router, RouterParts } from './routing.ts'
import type { GraphRuntime } from './runtime.ts'
import { standIn } from './pauses/empty-fan-out.ts'
import { scopeMaker } from './state.ts'
import type { State } from './state.ts'

export type BuildOptions = {
  name?: string
  checkpointer?: BaseCheckpointSaver
  cache?: BaseCache
  retriesAtOnce?: boolean
  calledAgents: CalledAgents
  findSubgraph: FindCalledAgent
}

/** Builds a LangGraph graph from the given nodes and the edges between them. */
export function buildGraph(
  document: GraphDocument,
  plain: GraphRuntime,
  ids: readonly string[],
  { calledAgents, findSubgraph, retriesAtOnce = false, ...options }: BuildOptions,
) {
  const runtime = withAgentTools(plain, findSubgraph)
  const names = nodeNames(document)
  const builder = emptyGraph(graphChannels(document, runtime))
  const payloadFor = payloadMaker(document)
  const folds = channelFolds(document, runtime)
  const foldsAhead = channelFoldsAhead(document, runtime)
  const parts = { document, runtime, calledAgents, findSubgraph, names, builder }
  const assembly: Assembly = { ...parts, payloadFor, folds, foldsAhead, retriesAtOnce }
  for (const id of ids) addNode(assembly, id, getNode(document, id))
  addStart(assembly)
  addStandIns(assembly)
  return { graph: finish(builder, options), assembly }
}

export type Assembly = Pick<RouterParts, 'names' | 'runtime' | 'payloadFor'> & {
  document: GraphDocument
  calledAgents: CalledAgents
  findSubgraph: FindCalledAgent
  builder: ReturnType<typeof emptyGraph>
  folds: ReadonlyMap<string, Fold>
  foldsAhead: ReadonlyMap<string, FoldAhead>
  retriesAtOnce: boolean
}

function finish(
  builder: ReturnType<typeof emptyGraph>,
  { name, checkpointer, cache }: Omit<BuildOptions, 'calledAgents' | 'findSubgraph'>,
) {
  return builder.compile({
    ...(name !== undefined && { name }),
    ...(checkpointer && { checkpointer }),
    ...(cache && { cache }),
  })
}

export type BuiltGraph = ReturnType<typeof finish>

function emptyGraph(channels: Record<string, BaseChannel>) {
  return new StateGraph<Record<string, BaseChannel>, State, object, string>(channels)
}

function addNode(assembly: Assembly, id: string, node: GraphNode): void {
  const { document, runtime, findSubgraph, names, builder, folds, foldsAhead } = assembly
  const locals = document.edges.flatMap(({ to, each }) => (to === id && each ? [each.as] : []))
  const createScope = scopeMaker(document, runtime, locals)
  const router = findRouter(assembly, id, locals)
  const offeredTools = toolsOffered(document)
  const parts = { id, document, findSubgraph, runtime, createScope, router, offeredTools }
  const built = buildNode(node, parts)
  const retry = retryPolicy(node, runtime, assembly.retriesAtOnce)
  const cache = cachePolicy(assembly, id, node, createScope, router)
  const running = { document, runtime, id, kind: node.kind, router, folds, foldsAhead }
  const hasErrorWay = document.edges.some((edge) => edge.from === id && edge.when === 'error')

  builder.addNode(names.of(id), nodeRunner(running, built.run), {
    metadata: { lathe_node: id },
    ends: router.ends,
    ...(built.subgraph && { subgraphs: [built.subgraph] }),
    ...(node.defer && { defer: true }),
    ...(retry && { retryPolicy: retry }),
    ...(cache && { cachePolicy: cache }),
    ...(node.timeoutMs !== undefined && { timeout: node.timeoutMs }),
    ...(hasErrorWay && { errorHandler: errorRunner(running) }),
  })
  for (const end of router.plainEnds) builder.addEdge(names.of(id), end)
}

function addStart(assembly: Assembly): void {
  const { builder } = assembly
  const router = findRouter(assembly, START, [])
  for (const end of router.plainEnds) if (end !== GRAPH_END) builder.addEdge(GRAPH_START, end)
  if (router.isPlain) return
  builder.addConditionalEdges(
    GRAPH_START,
    (state: State, config: LangGraphRunnableConfig) =>
      router.route(null, state, { path: START, config }).then(({ goto }) => goto),
    router.ends,
  )
}

function addStandIns(assembly: Assembly): void {
  const { document, names, builder } = assembly
  const targets = new Set(document.edges.flatMap(({ each, to }) => (each ? [to] : [])))
  for (const id of targets) {
    // A node that fans out to itself has no remaining list.
    const edges = document.edges.filter(({ from, to, each }) => !each || from !== id || to !== id)
    const router = findRouter({ ...assembly, document: { ...document, edges } }, id, [])
    builder.addNode(names.passing(id), standIn(document, id, router), { ends: router.ends })
    for (const end of router.plainEnds) builder.addEdge(names.passing(id), end)
  }
}

export function findRouter(assembly: Assembly, id: string, locals: readonly string[]): Router {
  const { document, runtime, names, payloadFor } = assembly
  const createScope = scopeMaker(document, runtime, locals)
  return createRouter(id, { edges: document.edges, names, createScope, runtime, payloadFor })
}

export function getNode(document: GraphDocument, id: string): GraphNode {
  const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  if (node) return node
  throw new NodeFailure('GRAPH_INVALID', `There is no node \`${id}\``)
}
