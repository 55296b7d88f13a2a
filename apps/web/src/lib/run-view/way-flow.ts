import { END, START } from '@lathe/contract'
import type { RunView } from './run-view.ts'

/** `live` while its target runs, `taken` afterwards. Undefined for an edge the run has not followed. */
export function wayFlow(view: RunView, from: string, to: string): 'live' | 'taken' | undefined {
  if (to === END) return isLastBefore(view, from) ? 'taken' : undefined
  const after = view.nodes[to]
  if (!after || after.count === 0) return undefined
  const before = from === START ? [firstSuperstep(view) - 1] : (view.nodes[from]?.supersteps ?? [])
  const taken = after.supersteps.filter((step) => before.includes(step - 1))
  if (taken.length === 0) return undefined
  return after.running > 0 && taken.at(-1) === after.supersteps.at(-1) ? 'live' : 'taken'
}

const allSupersteps = (view: RunView) =>
  Object.values(view.nodes).flatMap(({ supersteps }) => supersteps)

const firstSuperstep = (view: RunView) => Math.min(...allSupersteps(view))

/** The last superstep of a successful run leads to END. */
const isLastBefore = (view: RunView, from: string) =>
  view.status === 'success' &&
  view.nodes[from]?.supersteps.at(-1) === Math.max(...allSupersteps(view))
