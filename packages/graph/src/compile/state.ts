import type { GraphDocument, Json, JsonObject } from '@lathe/contract'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import type { GraphRuntime } from './runtime.ts'

/** A node's input: the channels that have a value, or a fan-out's payload. */
export type State = Record<string, unknown>

/** Reads the channels that a text names, as plain data; null for a channel without a value. */
export type Scope = (state: State) => JsonObject

export type ScopeMaker = (reads: { names: readonly string[]; all: boolean }) => Scope

/** `locals` are names that exist only in a copy of a fan-out. */
export function scopeMaker(
  document: Pick<GraphDocument, 'state'>,
  runtime: Pick<GraphRuntime, 'toJson'>,
  locals: readonly string[],
): ScopeMaker {
  const stateNames = new Set([...Object.keys(document.state), ERROR_CHANNEL, ...locals])
  return ({ names, all }) => {
    const selectedNames = all ? [...stateNames] : names.filter((name) => stateNames.has(name))
    return (state) => {
      const scope: JsonObject = {}
      for (const name of selectedNames) scope[name] = valueIn(state, name, runtime)
      return scope
    }
  }
}

export function valueIn(state: State, name: string, runtime: Pick<GraphRuntime, 'toJson'>): Json {
  const value = Object.hasOwn(state, name) ? state[name] : undefined
  return value === undefined || value === null ? null : runtime.toJson(value)
}
