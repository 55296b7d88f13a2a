import { hasEnded } from '@lathe/verdicts'
import { listCells } from './cells.store.ts'
import { type ComparisonRow, planOf } from '../api/comparisons.store.ts'
import { tapeFor, tapesOf } from './tapes.ts'
import { cellFingerprint, type GraphContext, variantGraphs } from '../plan/variant-graphs.ts'

/** Enough to tell: a graph is the same for all of them. */
const LOOKED_AT = 20

/**
 * Keys of variants that have run and would run another graph now: the draft of their agent was edited, a version
 * published, or an agent that they call is another. A bare prompt is in the plan, and loses its cells with its text.
 */
export async function movedVariants(context: GraphContext, row: ComparisonRow): Promise<string[]> {
  const { db, workspaceId } = context
  const plan = planOf(row)
  const variants = plan.variants.filter(({ base }) => base.type === 'agent')
  if (variants.length === 0) return []
  const cases = plan.cases.slice(0, LOOKED_AT)
  const only = { variants: variants.map(({ key }) => key), cases: cases.map(({ key }) => key) }
  const [{ graphs }, tapes, cells] = await Promise.all([
    variantGraphs(context, { variants }),
    tapesOf(db, workspaceId, { ...plan, cases }),
    listCells(db, workspaceId, row.id, only),
  ])
  const inputs = new Map(cases.map((one) => [one.key, one.input]))
  const isMoved = (key: string): boolean => {
    const graph = graphs.get(key)
    if (!graph) return false
    return cells.some((cell) => {
      const { variant, case_key: of, repeat, fingerprint } = cell
      const input = inputs.get(of)
      if (variant !== key || !hasEnded(cell) || !input) return false
      const tape = tapeFor(tapes, { key: of }, graph)?.traceId
      return cellFingerprint(graph, input, { repeat, tape }) !== fingerprint
    })
  }
  return variants.map(({ key }) => key).filter(isMoved)
}
