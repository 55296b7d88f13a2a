import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'

/**
 * Runs the graph inside a node. LangGraph counts a node's graphs on over its attempts and would start this one
 * from its top again, doing twice what was done and asking twice what was answered.
 *
 * It also names a task's checkpoint without giving it (`checkpoint_id: undefined`), and takes the mere name
 * for a replay in the graphs inside it: resumed there, they would run finished tasks of a step again.
 * The name goes, from the configuration at hand and from the one in the air; a real replay keeps it.
 */
export function runNested<T>(
  config: LangGraphRunnableConfig,
  run: (config: LangGraphRunnableConfig) => Promise<T>,
): Promise<T> {
  const { checkpoint_id: id, ...rest } = config.configurable ?? {}
  const scratchpad: unknown = rest['__pregel_scratchpad']
  if ((config.executionInfo?.nodeAttempt ?? 1) > 1 && isCounting(scratchpad)) {
    scratchpad.subgraphCounter = 0
  }
  const isReplay = rest['__pregel_replay_state'] !== undefined
  if (id !== undefined || isReplay) return run(config)
  const nested: LangGraphRunnableConfig = { ...config, configurable: rest }
  return AsyncLocalStorageProviderSingleton.runWithConfig(nested, () => run(nested), true)
}

function isCounting(value: unknown): value is { subgraphCounter: number } {
  return typeof value === 'object' && value !== null && 'subgraphCounter' in value
}
