import type { PromptContent } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { shareAcrossTabs } from '../../lib/browser/share-across-tabs.ts'

/** An unsaved version; `base` is the version it was started from. */
export type PromptDraft = { base: number; content: PromptContent; message: string }

type Drafts = {
  drafts: Record<string, PromptDraft>
  put: (prompt: string, draft: PromptDraft) => void
  drop: (prompt: string) => void
}

/** Unsaved versions by prompt. They survive leaving the page and closing the tab. */
export const usePromptDrafts = create<Drafts>()(
  persist(
    (set) => ({
      drafts: {},
      put: (prompt, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [prompt]: draft } })),
      drop: (prompt) => set(({ drafts: { [prompt]: _removed, ...drafts } }) => ({ drafts })),
    }),
    { name: 'lathe.prompt-drafts', version: 1 },
  ),
)
shareAcrossTabs(usePromptDrafts)
