import { expect, test } from 'vitest'
import { omitBlankCases } from './omit-blank-cases.ts'

const blank = { name: '', input: { photo: '', topic: null }, reference: null }
const written = [
  { key: 'input', ...blank, input: { photo: '', topic: 'tides' } },
  { key: 'reference', ...blank, reference: 'moon' },
  { key: 'name', ...blank, name: 'Later' },
  { key: 'ran', ...blank },
  { key: 'trace', ...blank, input: {}, traceId: 't-1' },
  { key: 'example', ...blank, example: { dataset: 'd-1', id: 'e-1', version: 1 } },
]

test('writtenCases omits blank cases that never ran', () => {
  const cases = [{ key: 'blank', ...blank }, ...written, { key: 'bare', ...blank, input: {} }]

  expect(omitBlankCases(cases, [{ case: 'ran' }])).toEqual(written)
})
