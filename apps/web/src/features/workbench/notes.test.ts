import { expect, test } from 'vitest'
import { addNote, hasNote, moveCards, noteId, removeCards } from './notes.ts'
import { graph } from './testing.ts'

const graphWithNotes = graph({
  notes: [
    { text: 'a', at: [0, 0] },
    { text: 'b', at: [9, 9] },
  ],
})

test('notes and nodes are moved together', () => {
  const movedDocument = moveCards(graphWithNotes, [
    [noteId(1), [5, 5]],
    ['answer', [7, 7]],
  ])

  expect(movedDocument.notes.map(({ at }) => at)).toEqual([
    [0, 0],
    [5, 5],
  ])
  expect(movedDocument.layout['answer']).toEqual([7, 7])
})

test('notes and nodes are removed together', () => {
  const withoutCards = removeCards(graphWithNotes, [noteId(0), 'answer'])

  expect(withoutCards.notes.map(({ text }) => text)).toEqual(['b'])
  expect(withoutCards.nodes).toEqual({})
})

test('removing nothing changes nothing', () => {
  expect(removeCards(graphWithNotes, [])).toBe(graphWithNotes)
})

test('a note belongs to the document only while it exists', () => {
  expect(hasNote(graphWithNotes, noteId(1))).toBe(true)
  expect(hasNote(graphWithNotes, noteId(2))).toBe(false)
  expect(hasNote(addNote(graphWithNotes, [1, 1]), noteId(2))).toBe(true)
  expect(hasNote(graphWithNotes, 'answer')).toBe(false)
})
