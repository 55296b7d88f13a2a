import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { isGraphInterrupt, isInterrupted } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { pausedWrites, withPausedWrites } from './paused-writes.ts'
import type { State } from './state.ts'

type NestedConfig = LangGraphRunnableConfig & { streamMode: 'values' }

export type NestedRun<S extends State> = {
  /** Streams the graph's states. */
  stream: (config: NestedConfig) => Promise<AsyncIterable<S>>
  /** The messages that the node has to write if its graph pauses in this state; `inner` are those of the graph's nodes. */
  writesSoFar?: (state: S, inner: readonly State[]) => State
}

/**
 * Runs the graph inside a node and returns its last state. LangGraph counts a node's graphs on over its attempts and
 * would start this one from its top again, repeating finished steps and answered questions.
 *
 * It also sets the key of a task's checkpoint without a value (`checkpoint_id: undefined`). In nested graphs the key
 * alone means a replay: resumed there, they would run finished tasks of a step again. So the key is removed from the
 * config and from the current context. A real replay keeps it.
 */
export function runNested<S extends State>(
  config: LangGraphRunnableConfig,
  run: NestedRun<S>,
): Promise<S> {
  const { checkpoint_id: id, ...rest } = config.configurable ?? {}
  const scratchpad: unknown = rest['__pregel_scratchpad']
  if ((config.executionInfo?.nodeAttempt ?? 1) > 1 && isCounting(scratchpad)) {
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

async function lastState<S extends State>(
  config: LangGraphRunnableConfig,
  { stream, writesSoFar = () => ({}) }: NestedRun<S>,
): Promise<S> {
  let last: S | undefined
  try {
    for await (const state of await stream({ ...config, streamMode: 'values' })) {
      if (!isInterrupted(state)) last = state
    }
  } catch (error) {
    if (!isGraphInterrupt(error)) throw error
    throw withPausedWrites(error, last ? writesSoFar(last, pausedWrites(error.interrupts)) : {})
  }
  if (last === undefined) throw new Error('A nested graph ended without a state')
  return last
}

function isCounting(value: unknown): value is { subgraphCounter: number } {
  return typeof value === 'object' && value !== null && 'subgraphCounter' in value
}
