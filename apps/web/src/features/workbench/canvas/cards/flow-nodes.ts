import { END, type GraphDocument, type GraphNode, START } from '@lathe/contract'
import type { Node } from '@xyflow/react'
import { type CardKind, kindTitle } from '../../../../ui/node-kind-icon.tsx'
import { noteId } from '../../notes.ts'
import { placesOf, type Point } from '../../../../lib/node-places.ts'
import { isSameList, type Selection } from '../../store/selection.ts'
import { handlesOf, type Size, sizeOf } from './card-geometry.ts'

/** A card knows its id and kind; what else it shows it reads from the store, so that others do not render with it. */
export type Card = Node<{ kind: CardKind | 'note' }, 'step' | 'ends' | 'note'>

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
  tabStop: boolean
  hidden: boolean
}

type Known = { source: Source; card: Card }

type Given = {
  document: GraphDocument
  selection: Selection
  transient: Transient
  hidden: boolean
}

/** Makes the cards; one that has not changed is the very object of the time before, and so is their list. */
export function createCards() {
  let last = new Map<string, Known>()
  let list: Card[] = []
  let before: Given | undefined
  let places: Record<string, Point> = {}

  const make = (given: Given, selected: ReadonlySet<string>, [id, of]: Thing): Known => {
    const { document, selection, transient, hidden } = given
    const at = places[id] ?? [0, 0]
    const [x, y] = transient.dragged[id] ?? at
    const source: Source = {
      of,
      x,
      y,
      measured: transient.measured[id],
      selected: selected.has(id),
      tabStop: id === (selection.nodes[0] ?? START),
      hidden,
    }
    const known = last.get(id)
    if (known && isSameSource(known.source, source)) return known
    const card = cardOf(document, id, source)
    // Most of what is typed into a node shows on no card.
    const isAlike = known && known.source.of !== of && looksLike(known.card, card)
    return { source, card: isAlike ? known.card : card }
  }

  /** A drag moves few of many cards, at every frame. */
  const moved = (given: Given, from: Given): Card[] => {
    const selected = new Set(given.selection.nodes)
    const dragged = { ...from.transient.dragged, ...given.transient.dragged }
    for (const id of Object.keys(dragged)) {
      const known = last.get(id)
      if (known) last.set(id, make(given, selected, [id, known.source.of]))
    }
    return [...last.values()].map(({ card }) => card)
  }

  const all = (given: Given): Card[] => {
    const { document, selection } = given
    if (!before || !standAlike(before.document, document)) places = placesOfCards(document)
    const made = new Map<string, Known>()
    const selected = new Set(selection.nodes)
    for (const thing of thingsOf(document)) made.set(thing[0], make(given, selected, thing))
    last = made
    return [...made.values()].map(({ card }) => card)
  }

  return (
    document: GraphDocument,
    selection: Selection,
    transient: Transient,
    hidden = false,
  ): Card[] => {
    const given = { document, selection, transient, hidden }
    if (before && isSameGiven(before, given)) return list
    const cards = before && isOnlyDragged(before, given) ? moved(given, before) : all(given)
    before = given
    if (!isSameList(list, cards)) list = cards
    return list
  }
}

type Thing = [id: string, of: Source['of']]

function* thingsOf(document: GraphDocument): Generator<Thing> {
  yield [START, START]
  for (const id of Object.keys(document.nodes)) yield [id, document.nodes[id]]
  yield [END, END]
  for (const [index, note] of document.notes.entries()) yield [noteId(index), note]
}

const placesOfCards = (document: GraphDocument): Record<string, Point> => ({
  ...placesOf(document),
  ...Object.fromEntries(document.notes.map(({ at }, index) => [noteId(index), at])),
})

/** No card can have moved, or come or gone. */
const standAlike = (a: GraphDocument, b: GraphDocument) =>
  a.layout === b.layout &&
  a.edges === b.edges &&
  a.notes === b.notes &&
  isSameList(Object.keys(a.nodes), Object.keys(b.nodes))

const isOnlyDragged = (a: Given, b: Given) =>
  a.document === b.document &&
  a.selection === b.selection &&
  a.hidden === b.hidden &&
  a.transient.measured === b.transient.measured

const isSameGiven = (a: Given, b: Given) => isOnlyDragged(a, b) && a.transient === b.transient

function cardOf(document: GraphDocument, id: string, source: Source): Card {
  const { of, x, y, measured, selected, tabStop, hidden } = source
  const size = measured ?? sizeOf(document, id)
  const type = typeOf(of)
  return {
    data: { kind: kindOf(id, of) },
    id,
    type,
    // A node that stands on a note can still be clicked.
    ...(type === 'note' && { zIndex: -1 }),
    position: { x, y },
    ariaLabel: labelOf(id, of),
    selected,
    // Each at any time: one that could not be focused any more would lose the focus to nobody.
    focusable: true,
    domAttributes: { tabIndex: tabStop ? 0 : -1 },
    hidden,
    measured: size,
    handles: handlesOf(document, id, size),
  }
}

function typeOf(of: Source['of']): Card['type'] {
  if (typeof of === 'string') return 'ends'
  return of && 'at' in of ? 'note' : 'step'
}

function kindOf(id: string, of: Source['of']): Card['data']['kind'] {
  if (typeof of === 'object') return 'at' in of ? 'note' : of.kind
  return id === START ? START : END
}

function labelOf(id: string, of: Source['of']): string {
  if (of === START || of === END) return kindTitle(of)
  if (typeof of !== 'object') return id
  return 'at' in of ? `Note: ${of.text}` : `${kindTitle(of.kind)}: ${of.title ?? id}`
}

/** Cards are plain data, of few members. */
const looksLike = (a: Card, b: Card) => JSON.stringify(a) === JSON.stringify(b)

const isSameSource = (a: Source, b: Source) =>
  a.of === b.of &&
  a.x === b.x &&
  a.y === b.y &&
  a.measured === b.measured &&
  a.selected === b.selected &&
  a.tabStop === b.tabStop &&
  a.hidden === b.hidden
