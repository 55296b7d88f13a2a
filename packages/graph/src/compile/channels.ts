import { addMessages, BinaryOperatorAggregate, UntrackedValueChannel } from '@langchain/langgraph'
import type { BaseChannel } from '@langchain/langgraph'
import { LastValue } from '@langchain/langgraph/channels'
import { append, max, merge, min, replace, sum, union } from '@lathe-ai/runtime'
import type { Channel, GraphDocument, NamedReducer } from '@lathe/contract'
import { ERROR_CHANNEL, hasErrorEdges } from '../state/error-channel.ts'
import { initialValue, channelReducer } from '../state/reducers.ts'
import type { GraphRuntime } from './runtime.ts'

/** Counts how often a run used each limited edge. Every input resets it. */
export const RUN_CHANNEL = '__run'

export type RunUpdate = { reset: true } | { taken: Record<string, number> }

export type Fold = (current: unknown, update: unknown) => unknown
/** Computes the result of the next fold without blocking the event loop for long. */
export type FoldAhead = (current: unknown, update: unknown) => void | Promise<void>

export function graphChannels(
  document: GraphDocument,
  runtime: GraphRuntime,
): Record<string, BaseChannel> {
  const channels = Object.entries(document.state).map(([name, channel]): [string, BaseChannel] => [
    name,
    toChannel(channel, runtime),
  ])
  const all = Object.fromEntries(channels)
  all[RUN_CHANNEL] = new BinaryOperatorAggregate<unknown>(foldRun, () => ({}))
  // Several copies may fail in one superstep: the channel keeps the last error.
  if (hasErrorEdges(document) && !Object.hasOwn(all, ERROR_CHANNEL)) {
    all[ERROR_CHANNEL] = new BinaryOperatorAggregate<unknown>(replace)
  }
  return all
}

/** Returns the reducers of all channels, to compute what a node sees after its own write. */
export function channelFolds(document: GraphDocument, runtime: GraphRuntime): Map<string, Fold> {
  const folds = new Map<string, Fold>([[RUN_CHANNEL, foldRun]])
  for (const [name, channel] of Object.entries(document.state)) {
    folds.set(name, createFold(channel, runtime))
  }
  return folds
}

/** Returns the folds of the channels whose reducers are code. */
export function channelFoldsAhead(
  document: GraphDocument,
  runtime: GraphRuntime,
): Map<string, FoldAhead> {
  const entries = Object.entries(document.state).flatMap(
    ([name, channel]): [string, FoldAhead][] => {
      const reducer = channelReducer(channel)
      if (typeof reducer === 'string') return []
      const ahead: FoldAhead = (current, update) =>
        runtime.reduceAhead(reducer.code, runtime.toJson(current), runtime.toJson(update))
      return [[name, ahead]]
    },
  )
  return new Map(entries)
}

function toChannel(channel: Channel, runtime: GraphRuntime): BaseChannel {
  const reducer = channelReducer(channel)
  const initial = initialValue(channel) === undefined ? undefined : () => initialValue(channel)
  if (channel.untracked) {
    return new UntrackedValueChannel<unknown>({
      guard: reducer === 'replace',
      ...(initial && { initialValueFactory: initial }),
    })
  }
  if (reducer === 'replace') return new LastValue<unknown>(initial)
  return new BinaryOperatorAggregate<unknown>(createFold(channel, runtime), initial)
}

// The casts hold: values are checked against their channel before they are written.
const REDUCERS: Record<Exclude<NamedReducer, 'messages'>, Fold> = {
  replace,
  append: append as Fold,
  union: union as Fold,
  merge: merge as Fold,
  sum: sum as Fold,
  min: min as Fold,
  max: max as Fold,
}

function createFold(channel: Channel, runtime: GraphRuntime): Fold {
  const reducer = channelReducer(channel)
  // Writes to a conversation are converted to messages before this point.
  if (reducer === 'messages') return addMessages as Fold
  if (typeof reducer === 'string') return REDUCERS[reducer]
  return (current, update) =>
    runtime.reduce(reducer.code, runtime.toJson(current), runtime.toJson(update))
}

function foldRun(current: unknown, update: unknown): Record<string, number> {
  const change = update as RunUpdate
  if ('reset' in change) return {}
  const counts = { ...(current as Record<string, number>) }
  for (const [edge, times] of Object.entries(change.taken))
    counts[edge] = (counts[edge] ?? 0) + times
  return counts
}
