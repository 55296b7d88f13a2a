import type { GraphDocument } from '@lathe/contract'
import type { Topology } from '../flow/topology.ts'
import type { Range } from './amount.ts'
import { copiesOf } from './list-size.ts'

/** Depth up to which nested fan-outs are followed. Beyond it, growth counts as unlimited. */
const DEPTH = 12

/** Returns how many copies of a node run in one superstep. */
export function copiesIn(document: GraphDocument, topology: Topology): Map<string, Range> {
  let copies = new Map<string, Range>()
  for (let round = 0; round < DEPTH; round += 1) {
    const next = new Map<string, Range>()
    for (const id of topology.ids) {
      const into = topology.into(id)
      const fans = into.flatMap(({ from, each }) => {
        if (!each) return []
        const size = copiesOf(document, each)
        const before = copies.get(from)
        return [{ ...size, max: size.max * (before?.max ?? 1) }]
      })
      if (fans.length === 0) continue
      const hasPlain = into.some(({ each }) => !each)
      next.set(id, {
        min: Math.min(...fans.map(({ min }) => min), hasPlain ? 1 : Infinity),
        typical: Math.max(...fans.map(({ typical }) => typical)),
        max: fans.reduce((sum, { max }) => sum + max, hasPlain ? 1 : 0),
      })
    }
    const grows = [...next].filter(([id, { max }]) => max !== copies.get(id)?.max)
    if (grows.length === 0) return next
    copies = next
    if (round === DEPTH - 1) {
      for (const [id, range] of grows) copies.set(id, { ...range, max: Infinity })
    }
  }
  return copies
}
