import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'

const joinNames = (names: readonly string[], fallback: string) =>
  names.length === 0 ? fallback : names.join(', ')

/** The input or output channels of the graph. */
export const endSummary = (document: GraphDocument, id: typeof START | typeof END): string =>
  joinNames(
    id === START ? document.input : document.output,
    id === START ? 'no input' : 'no output',
  )

export const cardTitle = (document: GraphDocument, id: string): string =>
  id === START ? 'Start' : id === END ? 'End' : (document.nodes[id]?.title ?? id)
