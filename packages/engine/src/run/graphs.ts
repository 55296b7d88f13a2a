import { InMemoryCache } from '@langchain/langgraph-checkpoint'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { compileGraph } from '@lathe/graph/compile'
import type { CompiledGraph, GraphRuntime } from '@lathe/graph/compile'
import { LRUCache } from 'lru-cache'
import type { ActiveRuns } from './active-run.ts'
import type { RunRequest } from './request.ts'
import { RunSaver } from './run-saver.ts'

const KEPT = 200

export type Graphs = { get(request: Pick<RunRequest, 'document' | 'hash'>): CompiledGraph }

/** A document is compiled once; runs that share it differ only in their configuration. */
export function createGraphs(
  runtime: GraphRuntime,
  runs: ActiveRuns,
  checkpointer: (workspaceId: string) => BaseCheckpointSaver,
): Graphs {
  const graphs = new LRUCache<string, CompiledGraph>({ max: KEPT })
  const saver = new RunSaver(runs, checkpointer)
  const cache = new InMemoryCache()

  return {
    get({ document, hash }) {
      const known = graphs.get(hash)
      if (known) return known
      const compiled = compileGraph(document, runtime, { checkpointer: saver, cache })
      graphs.set(hash, compiled)
      return compiled
    },
  }
}
