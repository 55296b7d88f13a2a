import { ReducedValue } from '@langchain/langgraph'
import type { Send } from '@langchain/langgraph'

/** Sends one copy of a node per element. An empty list continues with `otherwise`. */
export function fanOut<T>(
  list: readonly T[],
  send: (element: T) => Send,
  otherwise: readonly string[],
): (Send | string)[] {
  return list.length === 0 ? [...otherwise] : list.map(send)
}

/** Returns the list of a fan-out; no value is an empty list. */
export function toList(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new Error('A fan-out needs a list')
}

/** Returns the state as LangGraph will have it after a node's own update. */
export function withUpdate<S extends object>(
  { fields }: { fields: object },
  state: S,
  update: object,
): S {
  const after: Record<string, unknown> = Object.fromEntries(Object.entries(state))
  const channels: Record<string, unknown> = Object.fromEntries(Object.entries(fields))
  for (const [name, value] of Object.entries(update)) {
    const channel = channels[name]
    const isReduced = ReducedValue.isInstance(channel) && after[name] !== undefined
    after[name] = isReduced ? channel.reducer(after[name], value) : value
  }
  return after as S
}
