import { expect, test } from 'vitest'
import { hashDocument } from '../document/hash.ts'
import { graph } from '../testing/documents.ts'
import { mergeDocuments } from './merge-documents.ts'

/** A channel with these schema properties, one of them with a description. */
const ordered = (names: string[], description = 'Why?') => {
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', ...(name === 'why' && { description }) }]),
  )
  return graph({ nodes: {}, edges: [], state: { rating: { type: 'object', properties } } })
}
const namesIn = ({ state }: ReturnType<typeof ordered>) =>
  Object.keys(state['rating']?.['properties'] ?? {})

const score = ['score', 'why']
const why = ['why', 'score']

test.each([
  ['ours', why, score],
  ['theirs', score, why],
])('keeps a property order changed by %s', (_, ours, theirs) => {
  const { document, conflicts } = mergeDocuments(ordered(score), ordered(ours), ordered(theirs))

  expect(conflicts).toEqual([])
  expect(namesIn(document)).toEqual(why)
})

test.each([
  [why, [...score, 'who'], ['why', 'who', 'score']],
  [[...score, 'who'], why, ['why', 'who', 'score']],
  [why, ['who', ...score], ['who', 'why', 'score']],
  [why, ['score'], ['score']],
])('%j and %j merge to %j', (ours, theirs, together) => {
  const { document, conflicts } = mergeDocuments(ordered(score), ordered(ours), ordered(theirs))

  expect(conflicts).toEqual([])
  expect(namesIn(document)).toEqual(together)
})

test('a property order is kept next to another change of a property', () => {
  const { document } = mergeDocuments(ordered(score), ordered(why), ordered(score, 'Briefly'))

  expect(hashDocument(document)).toBe(hashDocument(ordered(why, 'Briefly')))
})

test('two different property orders conflict', () => {
  const base = ordered(['a', 'b', 'c'])
  const [ours, theirs] = [ordered(['b', 'a', 'c']), ordered(['c', 'a', 'b'])]

  const { document, conflicts } = mergeDocuments(base, ours, theirs)

  expect(conflicts.map(({ key }) => key)).toEqual(['state.rating.properties'])
  expect(namesIn(document)).toEqual(['b', 'a', 'c'])
})
