import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { tellAffected } from './use-publish.ts'

const document = {
  ...emptyDocument(),
  state: {
    notes: { type: 'array', reducer: 'append' },
    total: { type: 'number', reducer: 'sum' },
  } as const,
}
const liveThreads = (version: number, threads: number) => ({
  version,
  threads,
  state: { notes: { type: 'array' }, total: { type: 'number' } } as const,
})

test('names the channels, and counts a thread once', () => {
  expect(tellAffected(document, [liveThreads(1, 1), liveThreads(2, 2)])).toBe(
    '; 3 live threads hold `notes`, `total` as other reducers joined it',
  )
})

test('says nothing where nothing is held otherwise', () => {
  expect(tellAffected(document, [])).toBe('')
})
