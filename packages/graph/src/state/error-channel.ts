import type { GraphDocument } from '@lathe/contract'

/** Channel that holds the error for the target of an error edge; exists without a declaration. */
export const ERROR_CHANNEL = 'error'

export function hasErrorEdges(document: GraphDocument): boolean {
  return document.edges.some((edge) => edge.when === 'error')
}
