import type { CalledAgents } from '@lathe/contract'
import { compileGraph, compileNode } from '@lathe/graph/compile'
import type { CompiledGraph } from '@lathe/graph/compile'
import { LRUCache } from 'lru-cache'
import type { ActiveRuns } from './active-run.ts'
import { createResultCache, NodeCache } from './node-cache.ts'
import type { RunRequest } from './request.ts'
import type { RuntimeWith, EngineDeps } from './runtime.ts'
import type { ToolRegistry } from '../tools/definition.ts'
import { RunSaver } from './checkpoints/run-saver.ts'

const MAX_GRAPHS = 200
const RESULT_BYTES = 64 * 1024 * 1024

export type Graphs = {
  get(
    request: Pick<
      RunRequest,
      'workspaceId' | 'document' | 'hash' | 'calledAgents' | 'replay' | 'input' | 'runOptions'
    >,
    tools: ToolRegistry,
  ): CompiledGraph
}

/**
 * Compiles each document once per workspace, tools and called agents. Runs share the graph and
 * differ only in their configuration.
 */
export function createGraphs(
  runtimeWith: RuntimeWith,
  runs: ActiveRuns,
  { checkpointer }: Pick<EngineDeps, 'checkpointer'>,
): Graphs {
  const graphs = new LRUCache<string, CompiledGraph>({ max: MAX_GRAPHS })
  const saver = new RunSaver(runs, checkpointer)
  const results = createResultCache(RESULT_BYTES)

  return {
    get(request, tools) {
      const {
        workspaceId,
        document,
        hash,
        calledAgents,
        replay,
        input,
        runOptions: options,
      } = request
      const { only, pinned } = options
      const runtime = runtimeWith(tools)
      // A replay fails where the recorded run did, so retries need not wait.
      const uncached = {
        checkpointer: saver,
        calledAgents,
        ...(replay && { retriesAtOnce: true }),
      }
      if (only !== undefined) return compileNode(document, runtime, only, input ?? {}, uncached)
      // Pinned results must not enter the cache of other runs.
      if (pinned) return compileGraph(document, runtime, uncached)
      const variant = [replay ? 'replay' : '', tools.key]
      const key = [workspaceId, hash, ...calledAgentHashes(calledAgents), ...variant].join(' ')
      const cached = graphs.get(key)
      if (cached) return cached
      const cache = new NodeCache(results, workspaceId)
      const compiled = compileGraph(document, runtime, { ...uncached, cache })
      graphs.set(key, compiled)
      return compiled
    },
  }
}

/** Includes names, because two names may refer to the same document. */
const calledAgentHashes = (calledAgents: CalledAgents): string[] =>
  Object.entries(calledAgents)
    .map(([key, { hash }]) => `${key}=${hash}`)
    .toSorted()
