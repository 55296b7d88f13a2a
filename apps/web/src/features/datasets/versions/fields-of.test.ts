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

test('lists the differing fields of two example versions', () => {
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

test('lists only the differing parts of two structured values, with pictures described', () => {
  const [one, other] = ['AAAA', 'BBBB'].map((letters) => `data:image/png;base64,${letters}`)
  const asking = (photo = '', most = 1) => ({
    ...example,
    inputs: { asked: { question: 'Tides?', photo, most } },
  })

  expect(fieldsOf(asking(one), asking(other))).toEqual([
    { field: 'asked', changes: [{ path: 'photo', before: one, after: other, form: 'value' }] },
  ])
  expect(fieldsOf(asking(one), { ...example, inputs: { asked: 'Tides?' } })).toEqual([
    {
      field: 'asked',
      was: '{\n  "question": "Tides?",\n  "photo": "PNG, 3 B",\n  "most": 1\n}',
      is: 'Tides?',
    },
  ])
  const turned = { ...example, inputs: { asked: { most: 1, photo: '', question: 'Tides?' } } }
  expect(fieldsOf(asking(), turned)).toEqual([])
})
