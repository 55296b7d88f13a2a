import { expect, test } from 'vitest'
import { exampleOf } from '../../../testing/example-factory.ts'
import { inputField, referenceField, restoring, splitsField, writing } from './fields.ts'

const example = exampleOf({ inputs: { question: 'Tides?', depth: 3 }, splits: ['test'] })
const draft = { example, refused: {} }

test('a field is text or JSON as it was saved', () => {
  const question = writing(inputField('question'), example, '5')(draft)
  const depth = writing(inputField('depth'), example, '5')(draft)

  expect(question.example.inputs).toEqual({ question: '5', depth: 3 })
  expect(depth.example.inputs).toEqual({ question: 'Tides?', depth: 5 })
})

test('what cannot be taken is kept as it stands, beside what was there', () => {
  const broken = writing(inputField('depth'), example, '[1,')(draft)

  expect(broken).toEqual({ example, refused: { 'inputs.depth': '[1,' } })
  const mended = writing(inputField('depth'), example, '[1]')(broken)
  expect(mended).toMatchObject({ example: { inputs: { depth: [1] } }, refused: {} })
})

test('an empty text takes a field away', () => {
  expect(writing(inputField('depth'), example, '')(draft).example.inputs).toEqual({
    question: 'Tides?',
  })
  expect(writing(referenceField(), example, '')(draft).example.reference).toBeNull()
})

test('a reference that nobody wrote yet may be JSON', () => {
  expect(writing(referenceField(), example, '{"a":1}')(draft).example.reference).toEqual({ a: 1 })
  expect(writing(referenceField(), example, '{"a":')(draft).example.reference).toBe('{"a":')
})

test('splits are written with commas, and are names', () => {
  const write = (text: string) => writing(splitsField, example, text)(draft)

  expect(write(' hard,test, hard,').example.splits).toEqual(['hard', 'test'])
  expect(write('').example.splits).toEqual([])
  expect(write('x'.repeat(65))).toEqual({ example, refused: { splits: 'x'.repeat(65) } })
})

test('a field is given up for what stood in it, taken or not', () => {
  const field = inputField('depth')
  const before = { example, refused: { 'inputs.depth': '[1,' } }

  expect(restoring(field, before)(writing(field, example, '7')(before))).toEqual(before)
})
