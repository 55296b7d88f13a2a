import { isCommand } from '@langchain/langgraph'
import type { BaseCheckpointSaver, Command } from '@langchain/langgraph'
import type { BaseCache } from '@langchain/langgraph-checkpoint'
import type { CalledAgents, GraphDocument, JsonObject } from '@lathe/contract'
import { NO_CALLED_AGENTS } from '../called-agents/called-agents.ts'
import { checkShape } from '../check/shape.ts'
import { aloneDocument } from './alone.ts'
import { buildGraph, getNode, findRouter } from './build-graph.ts'
import type { BuiltGraph } from './build-graph.ts'
import { createSubgraphFinder } from './agents/called-agents.ts'
import { inputReader } from './ends.ts'
import { NodeFailure } from './failure.ts'
import { afterUpdate, foldAhead } from './node-runner.ts'
import { leave } from './routing.ts'
import type { GraphRuntime } from './runtime.ts'
import type { State } from './state.ts'
import { checkedUpdate, checkedValues } from './updates.ts'

export type CompileOptions = {
  name?: string
  checkpointer?: BaseCheckpointSaver
  /** Stores the results of nodes with a cache; without it, they run every time. */
  cache?: BaseCache
  /** Retries nodes without a delay. */
  retriesAtOnce?: boolean
  /** Documents of agents that the document calls directly or indirectly. */
  calledAgents?: CalledAgents
}

/**
 * A LangGraph graph whose input is plain values of the input channels; throws `INVALID_INPUT` if
 * they do not fit.
 */
export type CompiledGraph = BuiltGraph & {
  /**
   * Returns the document's node for a LangGraph node name; null for other names, such as the
   * stand-in of an empty fan-out. The names differ if a node has the name of a channel.
   */
  findNodeId(name: string): string | null
  /** Returns LangGraph's name of a node, for example for `interruptBefore`. */
  nameOf(id: string): string
  /** Converts plain values to what the channels hold; throws if one does not fit its channel. */
  valuesOf(values: JsonObject): State
  /** Returns a node's update with its targets, for a node that has written these values. */
  writtenBy(id: string, values: JsonObject, state: State): Promise<State | Command>
}

/** Compiles a document; throws `GRAPH_INVALID` if its shape has errors. */
export function compileGraph(
  document: GraphDocument,
  runtime: GraphRuntime,
  options: CompileOptions = {},
): CompiledGraph {
  refuseBroken(document)
  return assemble(document, runtime, Object.keys(document.nodes), options)
}

/** Compiles one node between start and end, for `values` as its state. Its results are not cached. */
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
  { calledAgents = NO_CALLED_AGENTS, checkpointer, ...options }: CompileOptions,
): CompiledGraph {
  const findSubgraph = createSubgraphFinder(calledAgents, (calledAgent, inner) => {
    refuseBroken(calledAgent.document)
    const calledAgentOptions = {
      ...options,
      calledAgents,
      findSubgraph: inner,
      name: calledAgent.agent,
    }
    // Checkpoints of a called agent are stored with those of the calling run.
    return buildGraph(
      calledAgent.document,
      runtime,
      Object.keys(calledAgent.document.nodes),
      calledAgentOptions,
    ).graph
  })
  const buildOptions = {
    ...options,
    calledAgents,
    findSubgraph,
    ...(checkpointer && { checkpointer }),
  }
  const { graph, assembly } = buildGraph(document, runtime, ids, buildOptions)
  const { names, folds, foldsAhead } = assembly
  readPlainInput(graph, document)
  return Object.assign(graph, {
    findNodeId: (graphName: string) => names.nodeId(graphName) ?? null,
    nameOf: names.of,
    valuesOf: (values: JsonObject) => checkedValues(document, values),
    writtenBy: async (id: string, values: JsonObject, state: State) => {
      const update = checkedUpdate(document, id, getNode(document, id).kind, values)
      await foldAhead(state, update, foldsAhead)
      const router = findRouter(assembly, id, [])
      if (router.isPlain) return update
      return leave(
        update,
        await router.route(null, afterUpdate(state, update, folds), { path: id, config: {} }),
      )
    },
  })
}

function refuseBroken(document: GraphDocument): void {
  const [first, ...more] = checkShape(document)
  if (!first) return
  const remaining = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new NodeFailure('GRAPH_INVALID', first.message + remaining, {
    details: [first, ...more].map(({ code, message }) => ({ code, message })),
  })
}

function readPlainInput(graph: BuiltGraph, document: GraphDocument): void {
  const read = inputReader(document)
  const stream = graph.stream.bind(graph)
  graph.stream = (async (input, options) => {
    // With 1, LangGraph silently drops all parallel tasks but one, and their writes.
    if (options?.maxConcurrency === 1) throw new Error('maxConcurrency must be at least 2')
    const isInput = typeof input === 'object' && input !== null && !isCommand(input)
    return stream(isInput ? read(input) : input, options)
  }) as typeof graph.stream
}
