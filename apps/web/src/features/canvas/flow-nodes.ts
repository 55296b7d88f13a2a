import { END, type GraphDocument, START } from '@lathe/contract'
import type { Node } from '@xyflow/react'
import { kindTitle, type CardKind } from '../../ui/node-kind-icon.tsx'
import { noteId } from '../workbench/notes.ts'
import { placesOf, type Point } from '../../lib/node-places.ts'
import type { Selection } from '../workbench/store/selection.ts'
import { titleOf } from '../../lib/node-summary.ts'

/** A card knows only its id; what it shows it reads from the store, so that others do not render with it. */
export type Card = Node<Record<string, never>, 'step' | 'ends' | 'note'>

/** What the canvas knows and the document does not. */
export type Transient = {
  dragged: Readonly<Record<string, Point>>
  measured: Readonly<Record<string, { width: number; height: number }>>
}

export const NOTHING_TRANSIENT: Transient = { dragged: {}, measured: {} }

const NEW = { data: {} }

const pointOf = ([x, y]: Point = [0, 0]) => ({ x, y })

/** Makes the cards; one that has not changed is the very object of the time before, and so is their list. */
export function createCards() {
  let last = new Map<string, Card>()
  let list: Card[] = []

  return (document: GraphDocument, selection: Selection, transient: Transient): Card[] => {
    const places = placesOf(document)
    const selected = new Set(selection.nodes)
    const active = selection.nodes[0] ?? START
    const nodes = [START, ...Object.keys(document.nodes), END].map((id): Card => {
      const kind: CardKind = id === START || id === END ? id : (document.nodes[id]?.kind ?? 'code')
      return {
        ...NEW,
        id,
        type: kind === START || kind === END ? 'ends' : 'step',
        position: pointOf(transient.dragged[id] ?? places[id]),
        ariaLabel: id === kind ? kindTitle(kind) : `${kindTitle(kind)}: ${titleOf(document, id)}`,
      }
    })
    const notes = document.notes.map(({ at, text }, index): Card => {
      const id = noteId(index)
      const position = pointOf(transient.dragged[id] ?? at)
      return { ...NEW, id, type: 'note', position, ariaLabel: `Note: ${text}` }
    })
    const cards = [...nodes, ...notes].map((made) => {
      const measured = transient.measured[made.id]
      const card: Card = {
        ...made,
        selected: selected.has(made.id),
        focusable: made.id === active,
        ...(measured && { measured }),
      }
      const before = last.get(card.id)
      return before && isSame(before, card) ? before : card
    })
    if (isSameList(list, cards)) return list
    last = new Map(cards.map((card) => [card.id, card]))
    list = cards
    return list
  }
}

export const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((each, index) => each === b[index])

const isSame = (a: Card, b: Card) =>
  a.type === b.type &&
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  a.selected === b.selected &&
  a.focusable === b.focusable &&
  a.ariaLabel === b.ariaLabel &&
  a.measured === b.measured
