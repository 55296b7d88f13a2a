import type { Example } from '@lathe/contract'
import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { listChangedFields } from './version-changes.tsx'

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

  expect(listChangedFields(example, after)).toEqual([
    { field: 'place', before: 'Brest', after: '' },
    { field: 'depth', before: '', after: '3' },
    { field: 'Reference', before: 'The moon', after: '{\n  "cause": "moon"\n}' },
    { field: 'Splits', before: 'test', after: 'test, hard' },
  ])
  expect(listChangedFields(example, example)).toEqual([])
})

test('lists only the differing parts of two structured values, with pictures described', () => {
  const [firstPicture, secondPicture] = ['AAAA', 'BBBB'].map(
    (letters) => `data:image/png;base64,${letters}`,
  )
  const createExample = (photo = '', count = 1) => ({
    ...example,
    inputs: { asked: { question: 'Tides?', photo, most: count } },
  })

  expect(listChangedFields(createExample(firstPicture), createExample(secondPicture))).toEqual([
    {
      field: 'asked',
      changes: [{ path: 'photo', before: firstPicture, after: secondPicture, form: 'value' }],
    },
  ])
  expect(
    listChangedFields(createExample(firstPicture), { ...example, inputs: { asked: 'Tides?' } }),
  ).toEqual([
    {
      field: 'asked',
      before: '{\n  "question": "Tides?",\n  "photo": "PNG, 3 B",\n  "most": 1\n}',
      after: 'Tides?',
    },
  ])
  const reordered = { ...example, inputs: { asked: { most: 1, photo: '', question: 'Tides?' } } }
  expect(listChangedFields(createExample(), reordered)).toEqual([])
})
