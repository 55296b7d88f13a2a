import { END as GRAPH_END, isCommand, START as GRAPH_START, StateGraph } from '@langchain/langgraph'
import type {
  BaseChannel,
  BaseCheckpointSaver,
  Command,
  LangGraphRunnableConfig,
} from '@langchain/langgraph'
import type { BaseCache } from '@langchain/langgraph-checkpoint'
import type { GraphDocument, GraphNode, JsonObject } from '@lathe/contract'
import { START } from '@lathe/contract'
import { checkShape } from '../check/check.ts'
import { toolsOffered } from '../kinds/tools-offered.ts'
import { aloneDocument } from './alone.ts'
import { buildNode } from './build-node.ts'
import { channelFolds, graphChannels } from './channels.ts'
import type { Fold } from './channels.ts'
import { inputReader } from './ends.ts'
import { NodeFailure } from './failure.ts'
import { nodeNames } from './names.ts'
import { afterUpdate, errorRunner, nodeRunner } from './node-runner.ts'
import { payloadMaker } from './payloads.ts'
import { cachePolicy, retryPolicy } from './policies.ts'
import { createRouter, leave } from './routing.ts'
import type { Router, RouterParts } from './routing.ts'
import type { GraphRuntime } from './runtime.ts'
import { standIn } from './stand-in.ts'
import { scopeMaker } from './state.ts'
import type { State } from './state.ts'
import { checkedUpdate, checkedValues } from './updates.ts'

export type CompileOptions = {
  name?: string
  checkpointer?: BaseCheckpointSaver
  /** Where nodes with a cache keep their results; without one they run every time. */
  cache?: BaseCache
  /** Nodes are tried again without a wait. */
  retriesAtOnce?: boolean
}

/**
 * A LangGraph graph that takes a run's input as plain values of the input channels, and refuses
 * (`INVALID_INPUT`) what does not fit them.
 */
export type CompiledGraph = ReturnType<ReturnType<typeof emptyGraph>['compile']> & {
  /**
   * The document's node of a name LangGraph tells; null for what is none, such as the stand-in of an
   * empty fan-out. The two differ where a node is called as a channel is.
   */
  nodeIdOf(name: string): string | null
  /** LangGraph's name of a node, as for its `interruptBefore`. */
  nameOf(id: string): string
  /** Plain values as the channels hold them; throws where one does not fit its channel. */
  valuesOf(values: JsonObject): State
  /** What LangGraph is given for a node that wrote these, with where it leads from there. */
  writtenBy(id: string, values: JsonObject, state: State): State | Command
}

/** Prepares everything a run needs; throws `GRAPH_INVALID` where the document's shape has errors. */
export function compileGraph(
  document: GraphDocument,
  runtime: GraphRuntime,
  options: CompileOptions = {},
): CompiledGraph {
  refuseBroken(document)
  return assemble(document, runtime, Object.keys(document.nodes), options)
}

/** One node between start and end, for `values` as the state it sees. Nothing is cached. */
export function compileNode(
  document: GraphDocument,
  runtime: GraphRuntime,
  id: string,
  values: JsonObject,
  options: Omit<CompileOptions, 'cache'> = {},
): CompiledGraph {
  return assemble(aloneDocument(document, id, values), runtime, [id], options)
}

function assemble(
  document: GraphDocument,
  runtime: GraphRuntime,
  ids: readonly string[],
  { name, checkpointer, cache, retriesAtOnce = false }: CompileOptions,
): CompiledGraph {
  const names = nodeNames(document)
  const builder = emptyGraph(graphChannels(document, runtime))
  const payloadFor = payloadMaker(document)
  const folds = channelFolds(document, runtime)
  const parts = { document, runtime, names, builder, payloadFor, folds }
  const assembly: Assembly = { ...parts, retriesAtOnce }
  for (const id of ids) addNode(assembly, id, getNode(document, id))
  addStart(assembly)
  addStandIns(assembly)
  const graph = builder.compile({
    ...(name !== undefined && { name }),
    ...(checkpointer && { checkpointer }),
    ...(cache && { cache }),
  })
  readPlainInput(graph, document)
  return Object.assign(graph, {
    nodeIdOf: (graphName: string) => names.idOf(graphName) ?? null,
    nameOf: names.of,
    valuesOf: (values: JsonObject) => checkedValues(document, values),
    writtenBy: (id: string, values: JsonObject, state: State) => {
      const update = checkedUpdate(document, id, getNode(document, id).kind, values)
      const router = routerOf(assembly, id, [])
      if (router.isPlain) return update
      return leave(
        update,
        router.route(null, afterUpdate(state, update, folds), { path: id, config: {} }),
      )
    },
  })
}

function getNode(document: GraphDocument, id: string): GraphNode {
  const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  if (node) return node
  throw new NodeFailure('GRAPH_INVALID', `There is no node \`${id}\``)
}

type Assembly = Pick<RouterParts, 'names' | 'runtime' | 'payloadFor'> & {
  document: GraphDocument
  builder: ReturnType<typeof emptyGraph>
  folds: ReadonlyMap<string, Fold>
  retriesAtOnce: boolean
}

function emptyGraph(channels: Record<string, BaseChannel>) {
  return new StateGraph<Record<string, BaseChannel>, State, object, string>(channels)
}

function refuseBroken(document: GraphDocument): void {
  const [first, ...more] = checkShape(document)
  if (!first) return
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new NodeFailure('GRAPH_INVALID', first.message + others, {
    details: [first, ...more].map(({ code, message }) => ({ code, message })),
  })
}

function addNode(assembly: Assembly, id: string, node: GraphNode): void {
  const { document, runtime, names, builder, folds } = assembly
  const locals = document.edges.flatMap(({ to, each }) => (to === id && each ? [each.as] : []))
  const scopeOf = scopeMaker(document, runtime, locals)
  const router = routerOf(assembly, id, locals)
  const offeredTools = toolsOffered(document)
  const built = buildNode(node, { id, runtime, scopeOf, router, offeredTools })
  const retry = retryPolicy(node, runtime, assembly.retriesAtOnce)
  const cache = cachePolicy(document, id, node, scopeOf, runtime)
  const parts = { document, runtime, id, kind: node.kind, router, folds }
  const hasErrorWay = document.edges.some((edge) => edge.from === id && edge.when === 'error')

  builder.addNode(names.of(id), nodeRunner(parts, built.run), {
    metadata: { lathe_node: id },
    ends: router.ends,
    ...(built.subgraph && { subgraphs: [built.subgraph] }),
    ...(node.defer && { defer: true }),
    ...(retry && { retryPolicy: retry }),
    ...(cache && { cachePolicy: cache }),
    ...(node.timeoutMs !== undefined && { timeout: node.timeoutMs }),
    ...(hasErrorWay && { errorHandler: errorRunner(parts) }),
  })
  for (const end of router.plainEnds) builder.addEdge(names.of(id), end)
}

function addStart(assembly: Assembly): void {
  const { builder } = assembly
  const router = routerOf(assembly, START, [])
  for (const end of router.plainEnds) if (end !== GRAPH_END) builder.addEdge(GRAPH_START, end)
  if (router.isPlain) return
  builder.addConditionalEdges(
    GRAPH_START,
    (state: State, config: LangGraphRunnableConfig) =>
      router.route(null, state, { path: START, config }).goto,
    router.ends,
  )
}

function addStandIns(assembly: Assembly): void {
  const { document, names, builder } = assembly
  const targets = new Set(document.edges.flatMap(({ each, to }) => (each ? [to] : [])))
  for (const id of targets) {
    // Where a node fans out into itself, nothing is left to fan out.
    const edges = document.edges.filter(({ from, to, each }) => !each || from !== id || to !== id)
    const router = routerOf({ ...assembly, document: { ...document, edges } }, id, [])
    builder.addNode(names.passing(id), standIn(document, id, router), { ends: router.ends })
    for (const end of router.plainEnds) builder.addEdge(names.passing(id), end)
  }
}

function routerOf(assembly: Assembly, id: string, locals: readonly string[]): Router {
  const { document, runtime, names, payloadFor } = assembly
  const scopeOf = scopeMaker(document, runtime, locals)
  return createRouter(id, { edges: document.edges, names, scopeOf, runtime, payloadFor })
}

type AnyGraph = ReturnType<ReturnType<typeof emptyGraph>['compile']>

function readPlainInput(graph: AnyGraph, document: GraphDocument): void {
  const read = inputReader(document)
  const stream = graph.stream.bind(graph)
  graph.stream = (async (input, options) => {
    // With 1 LangGraph drops all parallel tasks but one, and their writes, without a word.
    if (options?.maxConcurrency === 1) throw new Error('maxConcurrency must be at least 2')
    const isInput = typeof input === 'object' && input !== null && !isCommand(input)
    return stream(isInput ? read(input) : input, options)
  }) as typeof graph.stream
}
