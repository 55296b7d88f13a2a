import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { affectedThreadsText } from './version-actions.tsx'

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

test('affected channels are named and each thread is counted once', () => {
  expect(affectedThreadsText(document, [liveThreads(1, 1), liveThreads(2, 2)])).toBe(
    '; 3 live threads hold `notes`, `total` as other reducers joined it',
  )
})

test('threads without affected channels add no text', () => {
  expect(affectedThreadsText(document, [])).toBe('')
})
