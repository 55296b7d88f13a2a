import { expect, test } from 'vitest'
import { writtenCases } from './written-cases.ts'

const blank = { name: '', input: { photo: '', topic: null }, reference: null }
const written = [
  { key: 'input', ...blank, input: { photo: '', topic: 'tides' } },
  { key: 'reference', ...blank, reference: 'moon' },
  { key: 'name', ...blank, name: 'Later' },
  { key: 'ran', ...blank },
]

test('a case that says nothing and never ran is left out', () => {
  const cases = [{ key: 'blank', ...blank }, ...written, { key: 'bare', ...blank, input: {} }]

  expect(writtenCases(cases, [{ case: 'ran' }])).toEqual(written)
})
