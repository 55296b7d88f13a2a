import { useMemo } from 'react'
import { type CardKind, cardColour } from '../../../../ui/node-kind-icon.tsx'
import type { NodeView, RunView } from '../../../../lib/run-view/run-view.ts'
import { useRunView } from '../../workbench-context.ts'
import { useCanvasUi } from '../canvas-ui.ts'
import type { WayEdge } from '../flow-edges.ts'
import type { Card } from '../flow-nodes.ts'
import type { Block, Line } from './paint.ts'

const nodesOf = (view: RunView) => view.nodes

/** The graph as blocks and lines, in the order of the cards; notes are left out. */
export function usePicture(cards: readonly Card[], edges: readonly WayEdge[]) {
  const run = useRunView(nodesOf)
  const lit = useCanvasUi((ui) => ui.lit?.nodes)

  const blocks = useMemo(
    () =>
      new Map(
        cards.flatMap(({ id, data: { kind }, position, measured, selected }): [string, Block][] => {
          if (kind === 'note') return []
          const { width = 0, height = 0 } = measured ?? {}
          const colour = colourOf(kind, run[id])
          const isMarked = selected === true || lit?.[id] !== undefined
          return [[id, { ...position, width, height, colour, isMarked }]]
        }),
      ),
    [cards, run, lit],
  )
  return useMemo(() => {
    const lines = edges.flatMap(({ source, target, data }): Line[] => {
      const [from, to] = [blocks.get(source), blocks.get(target)]
      return from && to ? [{ from, to, isError: data?.way.when === 'error' }] : []
    })
    return { blocks: [...blocks.values()], ids: [...blocks.keys()], lines }
  }, [blocks, edges])
}

function colourOf(kind: CardKind, run: NodeView | undefined): string {
  const status = run?.count ? run.status : undefined
  if (status === 'error') return 'var(--status-error)'
  if (status === 'running') return 'var(--accent)'
  return cardColour(kind)
}
