import { expect, test } from 'vitest'
import { addNote, hasNote, moveCards, noteId, removeCards } from './notes.ts'
import { graph } from './testing.ts'

const noted = graph({
  notes: [
    { text: 'a', at: [0, 0] },
    { text: 'b', at: [9, 9] },
  ],
})

test('notes and nodes are moved together', () => {
  const movedDocument = moveCards(noted, [
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
  const cut = removeCards(noted, [noteId(0), 'answer'])

  expect(cut.notes.map(({ text }) => text)).toEqual(['b'])
  expect(cut.nodes).toEqual({})
})

test('removing nothing changes nothing', () => {
  expect(removeCards(noted, [])).toBe(noted)
})

test('a note belongs to the document only while it exists', () => {
  expect(hasNote(noted, noteId(1))).toBe(true)
  expect(hasNote(noted, noteId(2))).toBe(false)
  expect(hasNote(addNote(noted, [1, 1]), noteId(2))).toBe(true)
  expect(hasNote(noted, 'answer')).toBe(false)
})
