import { END, type GraphDocument, type GraphNode, START } from '@lathe/contract'
import type { Node } from '@xyflow/react'
import { kindTitle } from '../../ui/node-kind-icon.tsx'
import { noteId } from '../workbench/notes.ts'
import { placesOf, type Point } from '../../lib/node-places.ts'
import type { Selection } from '../workbench/store/selection.ts'
import { isSameList } from './same-list.ts'
import { handlesOf, type Size, sizeOf } from './card-geometry.ts'

/** A card knows only its id; what it shows it reads from the store, so that others do not render with it. */
export type Card = Node<Record<string, never>, 'step' | 'ends' | 'note'>

/** What the canvas knows and the document does not. */
export type Transient = {
  dragged: Readonly<Record<string, Point>>
  measured: Readonly<Record<string, Size>>
}

export const NOTHING_TRANSIENT: Transient = { dragged: {}, measured: {} }

/** All a card is made of: it is made again when one of these is another. */
type Source = {
  /** The node or note; for the ends their own name. */
  of: GraphNode | GraphDocument['notes'][number] | string | undefined
  x: number
  y: number
  measured: Size | undefined
  selected: boolean
  focusable: boolean
  hidden: boolean
}

const DATA = {}

/** Makes the cards; one that has not changed is the very object of the time before, and so is their list. */
export function createCards() {
  let last = new Map<string, { source: Source; card: Card }>()
  let list: Card[] = []
  let places: Record<string, Point> = {}
  let placed: GraphDocument | undefined

  return (
    document: GraphDocument,
    selection: Selection,
    transient: Transient,
    hidden = false,
  ): Card[] => {
    if (placed !== document) {
      places = placesOf(document)
      placed = document
    }
    const selected = new Set(selection.nodes)
    const active = selection.nodes[0] ?? START
    const made = new Map<string, { source: Source; card: Card }>()
    const add = (id: string, of: Source['of'], at: Point = [0, 0]) => {
      const [x, y] = transient.dragged[id] ?? at
      const source: Source = {
        of,
        x,
        y,
        measured: transient.measured[id],
        selected: selected.has(id),
        focusable: id === active,
        hidden,
      }
      const before = last.get(id)
      const isSame = before !== undefined && isSameSource(before.source, source)
      made.set(id, isSame ? before : { source, card: cardOf(document, id, source) })
    }

    add(START, START, places[START])
    for (const id of Object.keys(document.nodes)) add(id, document.nodes[id], places[id])
    add(END, END, places[END])
    for (const [index, note] of document.notes.entries()) add(noteId(index), note, note.at)

    last = made
    const cards = [...made.values()].map(({ card }) => card)
    if (isSameList(list, cards)) return list
    list = cards
    return list
  }
}

function cardOf(document: GraphDocument, id: string, source: Source): Card {
  const { of, x, y, measured, selected, focusable, hidden } = source
  const size = measured ?? sizeOf(document, id)
  return {
    data: DATA,
    id,
    type: typeof of === 'string' ? 'ends' : of && 'at' in of ? 'note' : 'step',
    position: { x, y },
    ariaLabel: labelOf(id, of),
    selected,
    focusable,
    hidden,
    measured: size,
    handles: handlesOf(document, id, size),
  }
}

function labelOf(id: string, of: Source['of']): string {
  if (of === START || of === END) return kindTitle(of)
  if (typeof of !== 'object') return id
  return 'at' in of ? `Note: ${of.text}` : `${kindTitle(of.kind)}: ${of.title ?? id}`
}

const isSameSource = (a: Source, b: Source) =>
  a.of === b.of &&
  a.x === b.x &&
  a.y === b.y &&
  a.measured === b.measured &&
  a.selected === b.selected &&
  a.focusable === b.focusable &&
  a.hidden === b.hidden
