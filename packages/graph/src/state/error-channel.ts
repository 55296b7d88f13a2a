import type { GraphDocument } from '@lathe/contract'

/** What went wrong, for the target of an error edge; there without being declared. */
export const ERROR_CHANNEL = 'error'

export function hasErrorEdges(document: GraphDocument): boolean {
  return document.edges.some((edge) => edge.when === 'error')
}
