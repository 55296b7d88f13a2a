import type { Channel, Json, NamedReducer, Reducer } from '@lathe/contract'

/** The reducer a channel has when it names none. */
export function reducerOf(channel: Pick<Channel, 'type' | 'reducer'>): Reducer {
  return channel.reducer ?? (channel.type === 'messages' ? 'messages' : 'replace')
}

/** Whether messages written to the channel are merged by their ids. */
export const isConversation = (channel: Channel | undefined): boolean =>
  channel?.type === 'messages' && reducerOf(channel) === 'messages'

export const reducerName = (reducer: Reducer): string =>
  typeof reducer === 'string' ? reducer : 'code'

/** Whether several nodes may write the channel in one superstep. */
export function isShared(channel: Channel): boolean {
  return reducerOf(channel) !== 'replace'
}

/** What the channel holds before anything was written; undefined when it has no such value. */
export function initialValue(channel: Channel): Json | undefined {
  if (channel.default !== undefined) return structuredClone(channel.default)
  switch (reducerOf(channel)) {
    case 'append':
    case 'union':
    case 'messages':
      return []
    case 'merge':
      return {}
    case 'sum':
      return 0
    default:
      return undefined
  }
}

type Fold = (current: unknown, update: unknown) => unknown

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

/** An update of `append` and `union` is a list or one element; null writes nothing. */
export const FOLDS: Record<Exclude<NamedReducer, 'messages'>, Fold> = {
  replace: (_, update) => update,
  append: (current, update) => [...asList(current), ...asList(update)],
  union: (current, update) => {
    const seen = new Set<string>()
    return [...asList(current), ...asList(update)].filter((item) => {
      const key = JSON.stringify(item)
      return !seen.has(key) && seen.add(key)
    })
  },
  merge: (current, update) => ({ ...asObject(current), ...asObject(update) }),
  sum: (current, update) => Number(current ?? 0) + Number(update ?? 0),
  min: (current, update) => pick(current, update, Math.min),
  max: (current, update) => pick(current, update, Math.max),
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function pick(current: unknown, update: unknown, choose: (a: number, b: number) => number) {
  if (typeof current !== 'number') return update
  return typeof update === 'number' ? choose(current, update) : current
}
