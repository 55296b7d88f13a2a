import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { isGraphInterrupt, isInterrupted } from '@langchain/langgraph'
import type { GraphInterrupt, LangGraphRunnableConfig } from '@langchain/langgraph'

type NestedConfig = LangGraphRunnableConfig & { streamMode: ['values', 'updates'] }

/** A state after a superstep, or the update of one task. */
export type NestedChunk<S> = ['values', S] | ['updates', Record<string, unknown>]

export type NestedRun<S> = {
  /** Streams the graph's states and the updates of its tasks. */
  stream: (config: NestedConfig) => Promise<AsyncIterable<NestedChunk<S>>>
  /**
   * Returns the pause of the outer node for one of its graph. `updates` are those of tasks that finished beside a
   * paused one: the superstep has not merged them into the state yet.
   */
  onPause?: (
    pause: GraphInterrupt,
    state: S | undefined,
    updates: readonly unknown[],
  ) => GraphInterrupt
}

/**
 * Runs a graph inside a node and returns its last state. LangGraph counts a node's graphs over all its attempts
 * and would restart this one from its beginning, repeating finished steps and answered questions.
 *
 * It also sets the key of a task's checkpoint without a value (`checkpoint_id: undefined`). In nested graphs the key
 * alone means a replay: resumed there, they would run finished tasks of a step again. So the key is removed from the
 * config and from the current context. A real replay keeps it.
 */
export function runNested<S>(config: LangGraphRunnableConfig, run: NestedRun<S>): Promise<S> {
  const { checkpoint_id: id, ...rest } = config.configurable ?? {}
  const scratchpad: unknown = rest['__pregel_scratchpad']
  if ((config.executionInfo?.nodeAttempt ?? 1) > 1 && hasCounter(scratchpad)) {
    scratchpad.subgraphCounter = 0
  }
  const isReplay = rest['__pregel_replay_state'] !== undefined
  if (id !== undefined || isReplay) return lastState(config, run)
  const nested: LangGraphRunnableConfig = { ...config, configurable: rest }
  return AsyncLocalStorageProviderSingleton.runWithConfig(
    nested,
    () => lastState(nested, run),
    true,
  )
}

async function lastState<S>(
  config: LangGraphRunnableConfig,
  { stream, onPause = (pause) => pause }: NestedRun<S>,
): Promise<S> {
  let last: S | undefined
  let finished: unknown[] = []
  try {
    const chunks = await stream({ ...config, streamMode: ['values', 'updates'] })
    for await (const [mode, chunk] of chunks) {
      if (isInterrupted(chunk)) continue
      if (mode === 'updates') finished.push(...Object.values(chunk))
      else [last, finished] = [chunk, []]
    }
  } catch (error) {
    throw isGraphInterrupt(error) ? onPause(error, last, finished) : error
  }
  if (last === undefined) throw new Error('A nested graph ended without a state')
  return last
}

function hasCounter(value: unknown): value is { subgraphCounter: number } {
  return typeof value === 'object' && value !== null && 'subgraphCounter' in value
}
