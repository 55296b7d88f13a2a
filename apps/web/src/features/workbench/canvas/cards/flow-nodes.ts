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
export type TransientState = {
  dragged: Readonly<Record<string, Point>>
  measured: Readonly<Record<string, Size>>
}

export const EMPTY_TRANSIENT_STATE: TransientState = { dragged: {}, measured: {} }

/** Everything a card is computed from. A change of any member recreates the card. */
type CardSource = {
  /** The node or note. Its id for the start and end cards. */
  item: GraphNode | GraphDocument['notes'][number] | string | undefined
  x: number
  y: number
  measured: Size | undefined
  selected: boolean
  tabStop: boolean
  isHidden: boolean
}

type CachedCard = { source: CardSource; card: Card }

type CardInputs = {
  document: GraphDocument
  selection: Selection
  transient: TransientState
  isHidden: boolean
}

/** Creates the cards and reuses unchanged cards and lists, so that xyflow skips them. */
export function createCards() {
  let last = new Map<string, CachedCard>()
  let list: Card[] = []
  let before: CardInputs | undefined
  let positions: Record<string, Point> = {}

  const createCachedCard = (
    inputs: CardInputs,
    selected: ReadonlySet<string>,
    [id, item]: CardItem,
  ): CachedCard => {
    const { document, selection, transient, isHidden } = inputs
    const position = positions[id] ?? [0, 0]
    const [x, y] = transient.dragged[id] ?? position
    const source: CardSource = {
      item,
      x,
      y,
      measured: transient.measured[id],
      selected: selected.has(id),
      tabStop: id === (selection.nodes[0] ?? START),
      isHidden,
    }
    const cached = last.get(id)
    if (cached && isSameSource(cached.source, source)) return cached
    const card = createCard(document, id, source)
    // Most edits in a node's form are not visible on its card.
    const isSameCard = cached && cached.source.item !== item && isEqualCard(cached.card, card)
    return { source, card: isSameCard ? cached.card : card }
  }

  /** A drag moves few of many cards, at every frame. */
  const updateDragged = (inputs: CardInputs, from: CardInputs): Card[] => {
    const selected = new Set(inputs.selection.nodes)
    const dragged = { ...from.transient.dragged, ...inputs.transient.dragged }
    for (const id of Object.keys(dragged)) {
      const cached = last.get(id)
      if (cached) last.set(id, createCachedCard(inputs, selected, [id, cached.source.item]))
    }
    return [...last.values()].map(({ card }) => card)
  }

  const updateAll = (inputs: CardInputs): Card[] => {
    const { document, selection } = inputs
    if (!before || !haveSamePositions(before.document, document))
      positions = cardPositions(document)
    const cards = new Map<string, CachedCard>()
    const selected = new Set(selection.nodes)
    for (const cardItem of listCardItems(document))
      cards.set(cardItem[0], createCachedCard(inputs, selected, cardItem))
    last = cards
    return [...cards.values()].map(({ card }) => card)
  }

  return (
    document: GraphDocument,
    selection: Selection,
    transient: TransientState,
    isHidden = false,
  ): Card[] => {
    const inputs = { document, selection, transient, isHidden }
    if (before && hasSameInputs(before, inputs)) return list
    const cards =
      before && differOnlyByDrag(before, inputs) ? updateDragged(inputs, before) : updateAll(inputs)
    before = inputs
    if (!isSameList(list, cards)) list = cards
    return list
  }
}

type CardItem = [id: string, item: CardSource['item']]

function* listCardItems(document: GraphDocument): Generator<CardItem> {
  yield [START, START]
  for (const id of Object.keys(document.nodes)) yield [id, document.nodes[id]]
  yield [END, END]
  for (const [index, note] of document.notes.entries()) yield [noteId(index), note]
}

const cardPositions = (document: GraphDocument): Record<string, Point> => ({
  ...nodePositions(document),
  ...Object.fromEntries(document.notes.map(({ at }, index) => [noteId(index), at])),
})

/** True if no card was moved, added or removed. */
const haveSamePositions = (a: GraphDocument, b: GraphDocument) =>
  a.layout === b.layout &&
  a.edges === b.edges &&
  a.notes === b.notes &&
  isSameList(Object.keys(a.nodes), Object.keys(b.nodes))

const differOnlyByDrag = (a: CardInputs, b: CardInputs) =>
  a.document === b.document &&
  a.selection === b.selection &&
  a.isHidden === b.isHidden &&
  a.transient.measured === b.transient.measured

const hasSameInputs = (a: CardInputs, b: CardInputs) =>
  differOnlyByDrag(a, b) && a.transient === b.transient

function createCard(document: GraphDocument, id: string, source: CardSource): Card {
  const { item, x, y, measured, selected, tabStop, isHidden } = source
  const size = measured ?? cardSize(document, id)
  const type = cardType(item)
  return {
    data: { kind: cardKind(id, item) },
    id,
    type,
    // Below the nodes, so that a node on a note stays clickable.
    ...(type === 'note' && { zIndex: -1 }),
    position: { x, y },
    ariaLabel: cardLabel(id, item),
    selected,
    // All cards stay focusable. Otherwise the focused card would lose the focus when it loses the
    // tab stop.
    focusable: true,
    domAttributes: { tabIndex: tabStop ? 0 : -1 },
    hidden: isHidden,
    measured: size,
    handles: cardHandles(document, id, size),
  }
}

function cardType(item: CardSource['item']): Card['type'] {
  if (typeof item === 'string') return 'ends'
  return item && 'at' in item ? 'note' : 'step'
}

function cardKind(id: string, item: CardSource['item']): Card['data']['kind'] {
  if (typeof item === 'object') return 'at' in item ? 'note' : item.kind
  return id === START ? START : END
}

function cardLabel(id: string, item: CardSource['item']): string {
  if (item === START || item === END) return kindTitle(item)
  if (typeof item !== 'object') return id
  return 'at' in item ? `Note: ${item.text}` : `${kindTitle(item.kind)}: ${item.title ?? id}`
}

/** Cards are small plain objects. */
const isEqualCard = (a: Card, b: Card) => JSON.stringify(a) === JSON.stringify(b)

const isSameSource = (a: CardSource, b: CardSource) =>
  a.item === b.item &&
  a.x === b.x &&
  a.y === b.y &&
  a.measured === b.measured &&
  a.selected === b.selected &&
  a.tabStop === b.tabStop &&
  a.isHidden === b.isHidden
