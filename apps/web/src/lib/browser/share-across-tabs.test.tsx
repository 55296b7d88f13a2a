import { expect, test } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { shareAcrossTabs } from './share-across-tabs.ts'

type Words = Record<string, string>

/** Creates the store of one tab. */
const tab = () =>
  create<{ words: Words; put: (words: Words) => void }>()(
    persist(
      (set) => ({
        words: {},
        put: (words) => set(({ words: before }) => ({ words: { ...before, ...words } })),
      }),
      { name: 'words' },
    ),
  )

test('keeps values that another tab stored', () => {
  const [here, there] = [tab(), tab()]
  shareAcrossTabs(here)

  there.getState().put({ a: 'from there' })
  // Browsers notify all tabs except the one that wrote.
  window.dispatchEvent(new StorageEvent('storage', { key: 'words' }))
  here.getState().put({ b: 'from here' })

  expect(tab().getState().words).toEqual({ a: 'from there', b: 'from here' })
})
