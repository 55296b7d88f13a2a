import { END, type GraphDocument, type GraphNode, START } from '@lathe/contract'
import type { Node } from '@xyflow/react'
import { type CardKind, kindTitle } from '../../../../ui/status/node-kind-icon.tsx'
import { noteId } from '../../notes.ts'
import { nodePositions, type Point } from '../../../../lib/values/node-positions.ts'
import { isSameList, type Selection } from '../../store/selection.ts'
import { cardHandles, type Size, cardSize } from './card-geometry.ts'

/**
 * Holds only the id and kind. Cards read the rest from the store, so that an edit renders one card.
 */
export type Card = Node<{ kind: CardKind | 'note' }, 'step' | 'ends' | 'note'>

/** Canvas state that is not part of the document. */
export type Transient = {
  dragged: Readonly<Record<string, Point>>
  measured: Readonly<Record<string, Size>>
}

export const NOTHING_TRANSIENT: Transient = { dragged: {}, measured: {} }

/** Everything a card is computed from. A change of any member recreates the card. */
type CardSource = {
  /** The node or note. Its id for the start and end cards. */
  of: GraphNode | GraphDocument['notes'][number] | string | undefined
  x: number
  y: number
  measured: Size | undefined
  selected: boolean
  tabStop: boolean
  hidden: boolean
}

type CachedCard = { source: CardSource; card: Card }

type CardInputs = {
  document: GraphDocument
  selection: Selection
  transient: Transient
  hidden: boolean
}

/** Creates the cards and reuses unchanged cards and lists, so that xyflow skips them. */
export function createCards() {
  let last = new Map<string, CachedCard>()
  let list: Card[] = []
  let before: CardInputs | undefined
  let places: Record<string, Point> = {}

  const make = (
    inputs: CardInputs,
    selected: ReadonlySet<string>,
    [id, of]: CardItem,
  ): CachedCard => {
    const { document, selection, transient, hidden } = inputs
    const position = places[id] ?? [0, 0]
    const [x, y] = transient.dragged[id] ?? position
    const source: CardSource = {
      of,
      x,
      y,
      measured: transient.measured[id],
      selected: selected.has(id),
      tabStop: id === (selection.nodes[0] ?? START),
      hidden,
    }
    const cached = last.get(id)
    if (cached && isSameSource(cached.source, source)) return cached
    const card = createCard(document, id, source)
    // Most edits in a node's form are not visible on its card.
    const isAlike = cached && cached.source.of !== of && isEqualCard(cached.card, card)
    return { source, card: isAlike ? cached.card : card }
  }

  /** A drag moves few of many cards, at every frame. */
  const updateDragged = (inputs: CardInputs, from: CardInputs): Card[] => {
    const selected = new Set(inputs.selection.nodes)
    const dragged = { ...from.transient.dragged, ...inputs.transient.dragged }
    for (const id of Object.keys(dragged)) {
      const cached = last.get(id)
      if (cached) last.set(id, make(inputs, selected, [id, cached.source.of]))
    }
    return [...last.values()].map(({ card }) => card)
  }

  const updateAll = (inputs: CardInputs): Card[] => {
    const { document, selection } = inputs
    if (!before || !standAlike(before.document, document)) places = placesOfCards(document)
    const cards = new Map<string, CachedCard>()
    const selected = new Set(selection.nodes)
    for (const thing of listCardItems(document)) cards.set(thing[0], make(inputs, selected, thing))
    last = cards
    return [...cards.values()].map(({ card }) => card)
  }

  return (
    document: GraphDocument,
    selection: Selection,
    transient: Transient,
    hidden = false,
  ): Card[] => {
    const inputs = { document, selection, transient, hidden }
    if (before && hasSameInputs(before, inputs)) return list
    const cards =
      before && isOnlyDragged(before, inputs) ? updateDragged(inputs, before) : updateAll(inputs)
    before = inputs
    if (!isSameList(list, cards)) list = cards
    return list
  }
}

type CardItem = [id: string, of: CardSource['of']]

function* listCardItems(document: GraphDocument): Generator<CardItem> {
  yield [START, START]
  for (const id of Object.keys(document.nodes)) yield [id, document.nodes[id]]
  yield [END, END]
  for (const [index, note] of document.notes.entries()) yield [noteId(index), note]
}

const placesOfCards = (document: GraphDocument): Record<string, Point> => ({
  ...nodePositions(document),
  ...Object.fromEntries(document.notes.map(({ at }, index) => [noteId(index), at])),
})

/** True if no card was moved, added or removed. */
const standAlike = (a: GraphDocument, b: GraphDocument) =>
  a.layout === b.layout &&
  a.edges === b.edges &&
  a.notes === b.notes &&
  isSameList(Object.keys(a.nodes), Object.keys(b.nodes))

const isOnlyDragged = (a: CardInputs, b: CardInputs) =>
  a.document === b.document &&
  a.selection === b.selection &&
  a.hidden === b.hidden &&
  a.transient.measured === b.transient.measured

const hasSameInputs = (a: CardInputs, b: CardInputs) =>
  isOnlyDragged(a, b) && a.transient === b.transient

function createCard(document: GraphDocument, id: string, source: CardSource): Card {
  const { of, x, y, measured, selected, tabStop, hidden } = source
  const size = measured ?? cardSize(document, id)
  const type = cardType(of)
  return {
    data: { kind: cardKind(id, of) },
    id,
    type,
    // Below the nodes, so that a node on a note stays clickable.
    ...(type === 'note' && { zIndex: -1 }),
    position: { x, y },
    ariaLabel: cardLabel(id, of),
    selected,
    // All cards stay focusable. Otherwise the focused card would lose the focus when it loses the
    // tab stop.
    focusable: true,
    domAttributes: { tabIndex: tabStop ? 0 : -1 },
    hidden,
    measured: size,
    handles: cardHandles(document, id, size),
  }
}

function cardType(of: CardSource['of']): Card['type'] {
  if (typeof of === 'string') return 'ends'
  return of && 'at' in of ? 'note' : 'step'
}

function cardKind(id: string, of: CardSource['of']): Card['data']['kind'] {
  if (typeof of === 'object') return 'at' in of ? 'note' : of.kind
  return id === START ? START : END
}

function cardLabel(id: string, of: CardSource['of']): string {
  if (of === START || of === END) return kindTitle(of)
  if (typeof of !== 'object') return id
  return 'at' in of ? `Note: ${of.text}` : `${kindTitle(of.kind)}: ${of.title ?? id}`
}

/** Cards are small plain objects. */
const isEqualCard = (a: Card, b: Card) => JSON.stringify(a) === JSON.stringify(b)

const isSameSource = (a: CardSource, b: CardSource) =>
  a.of === b.of &&
  a.x === b.x &&
  a.y === b.y &&
  a.measured === b.measured &&
  a.selected === b.selected &&
  a.tabStop === b.tabStop &&
  a.hidden === b.hidden
