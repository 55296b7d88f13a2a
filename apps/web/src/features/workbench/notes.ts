import type { GraphDocument } from '@lathe/contract'
import { moveNodes, removeNodes } from '@lathe/graph'
import type { Point } from '../../lib/values/node-positions.ts'

type Note = GraphDocument['notes'][number]

const PREFIX = 'note:'

/** Notes have no id, so the canvas identifies them by index. */
export const noteId = (index: number) => `${PREFIX}${index}`

export const noteIndex = (id: string): number | undefined =>
  id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : undefined

export const hasNote = (document: GraphDocument, id: string): boolean => {
  const index = noteIndex(id)
  return index !== undefined && index < document.notes.length
}

export const addNote = (document: GraphDocument, position: Point): GraphDocument => ({
  ...document,
  notes: [...document.notes, { text: '', at: position }],
})

export const setNote = (document: GraphDocument, index: number, note: Note): GraphDocument =>
  index < document.notes.length
    ? { ...document, notes: document.notes.with(index, note) }
    : document

/** Moves nodes and notes. */
export function moveCards(
  document: GraphDocument,
  positions: readonly (readonly [id: string, position: Point])[],
): GraphDocument {
  const nodes = positions.filter(([id]) => noteIndex(id) === undefined)
  const movedDocument = moveNodes(document, Object.fromEntries(nodes))
  return positions.reduce((current, [id, position]) => {
    const index = noteIndex(id)
    const note = index === undefined ? undefined : current.notes[index]
    return note && index !== undefined
      ? setNote(current, index, { ...note, at: position })
      : current
  }, movedDocument)
}

/** Removes nodes with their edges, and notes. */
export function removeCards(
  document: GraphDocument,
  ids: readonly string[],
  options: { reconnect?: boolean } = {},
): GraphDocument {
  const removedIndices = new Set(ids.map(noteIndex))
  const remainingNotes = document.notes.filter((_, index) => !removedIndices.has(index))
  const notes =
    remainingNotes.length < document.notes.length
      ? { ...document, notes: remainingNotes }
      : document
  return removeNodes(notes, ids, options)
}
