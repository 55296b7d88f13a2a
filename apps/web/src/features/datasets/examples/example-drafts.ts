import type { Example } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { shareAcrossTabs } from '../../../lib/share-across-tabs.ts'

/** An example as it is being written. */
export type ExampleDraft = {
  example: Example
  /** By field: what stands in it and is no JSON, or not of the kind it has to be. */
  refused: Record<string, string>
}

type Drafts = {
  drafts: Record<string, ExampleDraft>
  put: (id: string, draft: ExampleDraft) => void
  drop: (id: string) => void
}

/** Unsaved examples by their ids: looking at another or closing the tab loses nothing. */
export const useExampleDrafts = create<Drafts>()(
  persist(
    (set) => ({
      drafts: {},
      put: (id, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [id]: draft } })),
      drop: (id) => set(({ drafts: { [id]: _dropped, ...rest } }) => ({ drafts: rest })),
    }),
    { name: 'lathe.example-drafts', version: 1 },
  ),
)
shareAcrossTabs(useExampleDrafts)
