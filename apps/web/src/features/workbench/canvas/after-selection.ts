import type { GraphDocument } from '@lathe/contract'
import { edgeIndex } from '../store/edge-keys.ts'
import { onlyOne, type Selection } from '../store/selection.ts'
import type { PaletteRequest } from './canvas-ui.ts'
import { firstFreePort } from './first-free-port.ts'

/**
 * Where a node added by keys goes: into the selected edge, after the selected node by a port nothing leaves by yet, or
 * else into the one edge that leaves it.
 */
export function afterSelection(
  document: GraphDocument,
  selection: Selection,
): Pick<PaletteRequest, 'from' | 'into'> {
  const one = onlyOne(selection)
  if (one?.type === 'edge') return { into: edgeIndex(document, one.key) }
  if (!one) return {}
  const from = firstFreePort(document, one.id)
  if (from) return { from }
  const [only, ...more] = [...document.edges.keys()].filter((index) => {
    const edge = document.edges[index]
    return edge?.from === one.id && edge.when !== 'error'
  })
  return only === undefined || more.length > 0 ? {} : { into: only }
}
