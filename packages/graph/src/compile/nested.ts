import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { isGraphInterrupt, isInterrupted } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { isJsonObject } from '../document/same-json.ts'
import { addPausedWrites, hasMessages, pausedWrites, withPausedWrites } from './paused-writes.ts'
import type { State } from './state.ts'

type NestedConfig = LangGraphRunnableConfig & { streamMode: ['values', 'updates'] }

export type NestedChunk<S extends State> = ['values', S] | ['updates', Record<string, unknown>]

export type NestedRun<S extends State> = {
  /** Streams the graph's states and the writes of its tasks. */
  stream: (config: NestedConfig) => Promise<AsyncIterable<NestedChunk<S>>>
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
  let finished: unknown[] = []
  try {
    const chunks = await stream({ ...config, streamMode: ['values', 'updates'] })
    for await (const [mode, chunk] of chunks) {
      if (isInterrupted(chunk)) continue
      if (mode === 'updates') finished.push(...Object.values(chunk))
      else [last, finished] = [chunk, []]
    }
  } catch (error) {
    if (!isGraphInterrupt(error)) throw error
    const state = last && { ...last, ...finishedMessages(last, finished) }
    throw withPausedWrites(error, state ? writesSoFar(state, pausedWrites(error.interrupts)) : {})
  }
  if (last === undefined) throw new Error('A nested graph ended without a state')
  return last
}

/** The conversations with the messages of tasks that finished beside a paused one: the superstep has not merged them yet. */
function finishedMessages(state: State, updates: readonly unknown[]): State {
  const writes = updates
    .filter(isJsonObject)
    .map((update) =>
      Object.fromEntries(
        Object.entries(update).filter(
          ([name, value]) => hasMessages(value) && hasMessages(state[name]),
        ),
      ),
    )
  return addPausedWrites(state, writes)
}

function isCounting(value: unknown): value is { subgraphCounter: number } {
  return typeof value === 'object' && value !== null && 'subgraphCounter' in value
}
