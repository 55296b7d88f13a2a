import { expect, test } from 'vitest'
import { makeExample } from '../../../testing/example-factory.ts'
import { inputField, referenceField, restoring, splitsField, writeField } from './fields.ts'

const example = makeExample({ inputs: { question: 'Tides?', depth: 3 }, splits: ['test'] })
const draft = { example, invalidTexts: {} }

test('writes a field as text or JSON, according to its saved value', () => {
  const question = writeField(inputField('question'), example, '5')(draft)
  const depth = writeField(inputField('depth'), example, '5')(draft)

  expect(question.example.inputs).toEqual({ question: '5', depth: 3 })
  expect(depth.example.inputs).toEqual({ question: 'Tides?', depth: 5 })
})

test('keeps invalid JSON in the draft separate from the saved value', () => {
  const broken = writeField(inputField('depth'), example, '[1,')(draft)

  expect(broken).toEqual({ example, invalidTexts: { 'inputs.depth': '[1,' } })
  const fixedDraft = writeField(inputField('depth'), example, '[1]')(broken)
  expect(fixedDraft).toMatchObject({ example: { inputs: { depth: [1] } }, invalidTexts: {} })
})

test('removes an input when its text is cleared', () => {
  expect(writeField(inputField('depth'), example, '')(draft).example.inputs).toEqual({
    question: 'Tides?',
  })
  expect(writeField(referenceField(), example, '')(draft).example.reference).toBeNull()
})

test('parses JSON typed into an empty reference', () => {
  expect(writeField(referenceField(), example, '{"a":1}')(draft).example.reference).toEqual({
    a: 1,
  })
  expect(writeField(referenceField(), example, '{"a":')(draft).example.reference).toBe('{"a":')
})

test('parses splits as comma-separated names', () => {
  const writeSplits = (text: string) => writeField(splitsField, example, text)(draft)

  expect(writeSplits(' hard,test, hard,').example.splits).toEqual(['hard', 'test'])
  expect(writeSplits('').example.splits).toEqual([])
  expect(writeSplits('x'.repeat(65))).toEqual({ example, invalidTexts: { splits: 'x'.repeat(65) } })
})

test('restores the previous text of a field, valid or not', () => {
  const field = inputField('depth')
  const before = { example, invalidTexts: { 'inputs.depth': '[1,' } }

  expect(restoring(field, before)(writeField(field, example, '7')(before))).toEqual(before)
})
