import { END, type GraphDocument, START } from '@lathe/contract'
import { useMemo } from 'react'
import { cardColour } from '../../../ui/node-kind-icon.tsx'
import { noteIndex } from '../../workbench/notes.ts'
import type { RunView } from '../../../lib/run-view/run-view.ts'
import { useDocument, useRunView } from '../../workbench/workbench-context.ts'
import { useCanvasUi } from '../canvas-ui.ts'
import type { WayEdge } from '../flow-edges.ts'
import type { Card } from '../flow-nodes.ts'
import type { Block, Line } from './paint.ts'

const nodesOf = (view: RunView) => view.nodes

/** The graph as blocks and lines, in the order of the cards; notes are left out. */
export function usePicture(cards: readonly Card[], edges: readonly WayEdge[]) {
  const document = useDocument()
  const run = useRunView(nodesOf)
  const lit = useCanvasUi((ui) => ui.lit?.nodes)

  const blocks = useMemo(
    () =>
      new Map(
        cards
          .filter(({ id }) => noteIndex(id) === undefined)
          .map((card): [string, Block] => [
            card.id,
            {
              x: card.position.x,
              y: card.position.y,
              width: card.measured?.width ?? 0,
              height: card.measured?.height ?? 0,
              colour: colourOf(document, run, card.id),
              isMarked: card.selected === true || lit?.[card.id] !== undefined,
            },
          ]),
      ),
    [cards, document, run, lit],
  )
  return useMemo(() => {
    const lines = edges.flatMap(({ source, target, data }): Line[] => {
      const [from, to] = [blocks.get(source), blocks.get(target)]
      return from && to ? [{ from, to, isError: data?.way.when === 'error' }] : []
    })
    return { blocks: [...blocks.values()], ids: [...blocks.keys()], lines }
  }, [blocks, edges])
}

function colourOf(document: GraphDocument, run: RunView['nodes'], id: string): string {
  const status = run[id]?.count ? run[id].status : undefined
  if (status === 'error') return 'var(--status-error)'
  if (status === 'running') return 'var(--accent)'
  return cardColour(id === START || id === END ? id : (document.nodes[id]?.kind ?? END))
}
