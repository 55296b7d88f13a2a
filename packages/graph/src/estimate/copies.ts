import type { GraphDocument } from '@lathe/contract'
import type { Topology } from '../flow/topology.ts'
import type { Range } from './amount.ts'
import { fanOutSize } from './list-size.ts'

/** Depth up to which nested fan-outs are followed. Beyond it, growth counts as unlimited. */
const DEPTH = 12

/** Returns how many copies of a node run in one superstep. */
export function copiesPerNode(document: GraphDocument, topology: Topology): Map<string, Range> {
  let copies = new Map<string, Range>()
  for (let round = 0; round < DEPTH; round += 1) {
    const next = new Map<string, Range>()
    for (const id of topology.ids) {
      const incoming = topology.incoming(id)
      const fanOuts = incoming.flatMap(({ from, each }) => {
        if (!each) return []
        const size = fanOutSize(document, each)
        const sourceCopies = copies.get(from)
        return [{ ...size, max: size.max * (sourceCopies?.max ?? 1) }]
      })
      if (fanOuts.length === 0) continue
      const hasPlain = incoming.some(({ each }) => !each)
      next.set(id, {
        min: Math.min(...fanOuts.map(({ min }) => min), hasPlain ? 1 : Infinity),
        typical: Math.max(...fanOuts.map(({ typical }) => typical)),
        max: fanOuts.reduce((sum, { max }) => sum + max, hasPlain ? 1 : 0),
      })
    }
    const growing = [...next].filter(([id, { max }]) => max !== copies.get(id)?.max)
    if (growing.length === 0) return next
    copies = next
    if (round === DEPTH - 1) {
      for (const [id, range] of growing) copies.set(id, { ...range, max: Infinity })
    }
  }
  return copies
}
