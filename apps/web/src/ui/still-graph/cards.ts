import { END, type GraphDocument, type GraphEdge, START } from '@lathe/contract'
import type { Edge, Node } from '@xyflow/react'
import { nodePositions, type Point } from '../../lib/values/node-positions.ts'
import { endSummary, cardTitle } from '../../lib/format/node-summary.ts'
import { summarizeNode } from '@lathe/nodes'
import type { ChangeType } from '../json/change-mark.tsx'
import { type CardKind, kindTitle } from '../status/node-kind-icon.tsx'

/** Appearance of a card or an edge: how it changed, or its state in a run. */
export type Look = ChangeType | 'differs' | 'live' | 'done' | 'failed' | 'waiting' | 'faint'

export type StillCard = Node<
  {
    kind: CardKind
    title: string
    summary: string
    look: Look | undefined
    /** Short label above the card. */
    mark: string | undefined
    /** Share of the measured total, in [0, 1]. */
    heat?: number | undefined
  },
  'card'
>
export type StillEdge = Edge<{ text: string; look: Look | undefined }, 'way'>

export type CardLook = {
  look?: Look | undefined
  mark?: string | undefined
  summary?: string
  heat?: number
}

/** Returns a card for every node of a document, at its position. */
export function createCards(
  document: GraphDocument,
  getLook: (id: string) => CardLook | undefined,
): StillCard[] {
  const positions = nodePositions(document)
  return [START, ...Object.keys(document.nodes), END].map((id) =>
    createCard(document, id, positions[id] ?? [0, 0], getLook(id)),
  )
}

export function createCard(
  document: GraphDocument,
  id: string,
  [x, y]: Point,
  { look, mark, summary, heat }: CardLook = {},
): StillCard {
  const isEnd = id === START || id === END
  const node = isEnd ? undefined : document.nodes[id]
  const kind = isEnd ? id : (node?.kind ?? 'code')
  const title = cardTitle(document, id)
  const defaultSummary = isEnd ? endSummary(document, id) : node ? summarizeNode(node) : ''
  return {
    id,
    type: 'card',
    position: { x, y },
    data: { kind, title, summary: summary ?? defaultSummary, look, mark, heat },
    // Tab only stops at cards with a highlight.
    focusable: look !== undefined && look !== 'faint',
    ariaLabel: [kindTitle(kind), isEnd ? '' : title, mark ?? look].filter(Boolean).join(', '),
  }
}

export const createEdge = (id: string, edge: GraphEdge, look?: Look): StillEdge => ({
  id,
  type: 'way',
  source: edge.from,
  target: edge.to,
  data: {
    text: [edge.when, edge.each && `each ${edge.each.as}`].filter(Boolean).join(' · '),
    look,
  },
  focusable: false,
  ariaLabel: `From ${edge.from} to ${edge.to}${look ? `, ${look}` : ''}`,
})
