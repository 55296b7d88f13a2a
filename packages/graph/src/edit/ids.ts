import type { GraphDocument } from '@lathe/contract'
import { nodeIdProblem } from '../document/names.ts'

/** Returns the first free id: `search`, `search-2`, `search-3`… */
export function nextNodeId(document: GraphDocument, base: string): string {
  const stem =
    base
      .replace(/^[^a-zA-Z]+/, '')
      .replace(/[^a-zA-Z0-9_-]+/g, '-')
      .slice(0, 58) || 'node'
  const isFree = (id: string) => !Object.hasOwn(document.nodes, id) && nodeIdProblem(id) === null
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? stem : `${stem}-${count}`
    if (isFree(id)) return id
  }
}
