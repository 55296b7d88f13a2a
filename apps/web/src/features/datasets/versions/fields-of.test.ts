import type { Example } from '@lathe/contract'
import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fieldsOf } from './fields-of.ts'

const example: Example = {
  id: uuid(2),
  datasetId: uuid(1),
  inputs: { question: 'Tides?', place: 'Brest' },
  reference: 'The moon',
  metadata: {},
  splits: ['test'],
  files: [],
  traceId: null,
  spanId: null,
  version: 1,
  createdAt: 0,
  modifiedAt: 0,
}

test('what is different between two states of an example is told by field', () => {
  const after = {
    ...example,
    inputs: { question: 'Tides?', depth: 3 },
    reference: { cause: 'moon' },
    splits: ['test', 'hard'],
  }

  expect(fieldsOf(example, after)).toEqual([
    { field: 'place', was: 'Brest', is: '' },
    { field: 'depth', was: '', is: '3' },
    { field: 'Reference', was: 'The moon', is: '{\n  "cause": "moon"\n}' },
    { field: 'Splits', was: 'test', is: 'test, hard' },
  ])
  expect(fieldsOf(example, example)).toEqual([])
})
