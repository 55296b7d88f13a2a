import { END, type GraphDocument, START } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import { useMemo } from 'react'
import { StillGraph } from '../../../ui/still-graph/still-graph.tsx'
import { nodeKey } from '../changes/change-items.ts'
import { pictureOf } from './picture.ts'

type DiffCanvasProps = {
  before: GraphDocument
  after: GraphDocument
  diff: GraphDiff
  /** Key of a change. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

/** Both graphs drawn as one, to look at. */
export function DiffCanvas({ before, after, diff, chosen, onChoose }: DiffCanvasProps) {
  const { cards, ways } = useMemo(() => pictureOf(before, after, diff), [before, after, diff])
  const card = cards.find(({ id }) => keyOfCard(id) === chosen)
  return (
    <StillGraph
      cards={cards}
      ways={ways}
      chosen={card?.id}
      onChoose={(id) => onChoose(keyOfCard(id))}
      group="Versions"
    />
  )
}

/** The graph's ends stand for its input and output. */
const keyOfCard = (id: string) => (id === START ? 'input' : id === END ? 'output' : nodeKey(id))
