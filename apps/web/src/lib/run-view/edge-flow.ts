import { END, START } from '@lathe/contract'
import type { RunView } from './run-view.ts'

/** `live` while its target runs, `taken` afterwards. Undefined for an edge the run has not followed. */
export function edgeFlow(view: RunView, from: string, to: string): 'live' | 'taken' | undefined {
  if (to === END) return isLastNode(view, from) ? 'taken' : undefined
  const target = view.nodes[to]
  if (!target || target.count === 0) return undefined
  const sourceSupersteps =
    from === START ? [firstSuperstep(view) - 1] : (view.nodes[from]?.supersteps ?? [])
  const sharedSteps = target.supersteps.filter((step) => sourceSupersteps.includes(step - 1))
  if (sharedSteps.length === 0) return undefined
  return target.running > 0 && sharedSteps.at(-1) === target.supersteps.at(-1) ? 'live' : 'taken'
}

const allSupersteps = (view: RunView) =>
  Object.values(view.nodes).flatMap(({ supersteps }) => supersteps)

const firstSuperstep = (view: RunView) => Math.min(...allSupersteps(view))

/** The last superstep of a successful run leads to END. */
const isLastNode = (view: RunView, from: string) =>
  view.status === 'success' &&
  view.nodes[from]?.supersteps.at(-1) === Math.max(...allSupersteps(view))
