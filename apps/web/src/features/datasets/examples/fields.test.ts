import { expect, test } from 'vitest'
import { makeExample } from '../../../testing/example-factory.ts'
import { inputField, referenceField, restoring, splitsField, writing } from './fields.ts'

const example = makeExample({ inputs: { question: 'Tides?', depth: 3 }, splits: ['test'] })
const draft = { example, refused: {} }

test('writes a field as text or JSON, according to its saved value', () => {
  const question = writing(inputField('question'), example, '5')(draft)
  const depth = writing(inputField('depth'), example, '5')(draft)

  expect(question.example.inputs).toEqual({ question: '5', depth: 3 })
  expect(depth.example.inputs).toEqual({ question: 'Tides?', depth: 5 })
})

test('keeps invalid JSON in the draft separate from the saved value', () => {
  const broken = writing(inputField('depth'), example, '[1,')(draft)

  expect(broken).toEqual({ example, refused: { 'inputs.depth': '[1,' } })
  const mended = writing(inputField('depth'), example, '[1]')(broken)
  expect(mended).toMatchObject({ example: { inputs: { depth: [1] } }, refused: {} })
})

test('removes an input when its text is cleared', () => {
  expect(writing(inputField('depth'), example, '')(draft).example.inputs).toEqual({
    question: 'Tides?',
  })
  expect(writing(referenceField(), example, '')(draft).example.reference).toBeNull()
})

test('parses JSON typed into an empty reference', () => {
  expect(writing(referenceField(), example, '{"a":1}')(draft).example.reference).toEqual({ a: 1 })
  expect(writing(referenceField(), example, '{"a":')(draft).example.reference).toBe('{"a":')
})

test('parses splits as comma-separated names', () => {
  const write = (text: string) => writing(splitsField, example, text)(draft)

  expect(write(' hard,test, hard,').example.splits).toEqual(['hard', 'test'])
  expect(write('').example.splits).toEqual([])
  expect(write('x'.repeat(65))).toEqual({ example, refused: { splits: 'x'.repeat(65) } })
})

test('restores the previous text of a field, valid or not', () => {
  const field = inputField('depth')
  const before = { example, refused: { 'inputs.depth': '[1,' } }

  expect(restoring(field, before)(writing(field, example, '7')(before))).toEqual(before)
})
