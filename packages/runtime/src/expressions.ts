import { isObject } from './json.ts'
import { toPlain } from './plain.ts'

/** A `StateSchema`, as far as expressions need it. */
type Channels = { fields: object }

/** The variables of an expression: each channel as plain data, or null if it has no value. */
export type Scope = Record<string, unknown>

function toScope({ fields }: Channels, state: unknown): Scope {
  const empty = Object.keys(fields).map((name) => [name, null])
  const plainEntries = Object.entries(Object(state)).map(([name, value]) => [name, toPlain(value)])
  return Object.fromEntries([...empty, ...plainEntries])
}

/** Returns a function of the graph's state that evaluates an expression over plain data. */
export function expression(channels: Channels, evaluate: (scope: Scope) => unknown) {
  return (state: unknown): unknown => evaluate(toScope(channels, state))
}

/**
 * Returns a node function that runs code over plain data. The code returns an object with the channels to write,
 * or nothing; any other channel or value is an error.
 */
export function code(
  channels: Channels,
  writes: readonly string[],
  run: (scope: Scope) => unknown,
) {
  return async <U extends object>(state: unknown): Promise<U> => {
    const returned = (await run(toScope(channels, state))) ?? {}
    if (!isObject(returned)) throw new Error('The code must return an object of channels')
    const entries = Object.entries(returned).filter(([, value]) => value !== undefined)
    const undeclared = entries.find(([name]) => !writes.includes(name))
    if (undeclared) {
      throw new Error(
        `The code returned ${undeclared[0]}, which is not among the channels it writes`,
      )
    }
    return Object.fromEntries(entries) as U
  }
}

/** Returns a channel's reducer that runs code over plain data. */
export function codeReducer(reduce: (current: unknown, update: unknown) => unknown) {
  return <T>(current: T, update: unknown): T => reduce(toPlain(current), toPlain(update)) as T
}
