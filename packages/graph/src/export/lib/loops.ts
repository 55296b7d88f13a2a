export const loopsLib = {
  path: 'lib/loops.ts',
  text: `/** Counts the edges that were taken; null starts anew. */
export function taken(
  counts: Record<string, number>,
  edges: string[] | null,
): Record<string, number> {
  if (edges === null) return {}
  const next = { ...counts }
  for (const edge of edges) next[edge] = (next[edge] ?? 0) + 1
  return next
}
`,
}

export const afterLib = {
  path: 'lib/after.ts',
  text: `import { ReducedValue } from '@langchain/langgraph'
import { State } from '../state.ts'
import type { Update } from '../state.ts'

/** The state a node sees once its own update is in. */
export function after<S extends object>(state: S, update: Update): S {
  const seen: Record<string, unknown> = Object.fromEntries(Object.entries(state))
  const fields: Record<string, unknown> = State.fields
  for (const [name, value] of Object.entries(update)) {
    const field = fields[name]
    const isFolded = ReducedValue.isInstance(field) && seen[name] !== undefined
    seen[name] = isFolded ? field.reducer(seen[name], value) : value
  }
  return seen as S
}
`,
}

export const fanOutLib = {
  path: 'lib/fan-out.ts',
  text: `import type { Send } from '@langchain/langgraph'

/** One copy of a node for each element; without elements the run goes on where the copies would have led. */
export function fanOut<T>(
  list: readonly T[],
  copy: (element: T) => Send,
  onward: readonly string[],
): (Send | string)[] {
  return list.length === 0 ? [...onward] : list.map(copy)
}

/** A list to fan out over; nothing is an empty one. */
export function elements(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new Error('A fan-out needs a list')
}
`,
}
