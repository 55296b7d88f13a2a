import { GraphDocument } from '@lathe/contract'
import * as z from 'zod'

const KeptDraft = z.object({
  revision: z.int().positive(),
  document: GraphDocument,
  /** Milliseconds since the epoch. */
  keptAt: z.number(),
})
export type KeptDraft = z.infer<typeof KeptDraft>

export type KeptDrafts = {
  keep: (draft: Omit<KeptDraft, 'keptAt'>) => void
  forget: () => void
}

const prefixOf = (agentId: string) => `lathe.draft.${agentId}.`

/** Unsaved changes of one tab, in local storage until the server has them. */
export function createKeptDrafts(agentId: string, tab: string, storage = localStorage): KeptDrafts {
  const key = prefixOf(agentId) + tab
  return {
    keep: (draft) => {
      try {
        storage.setItem(key, JSON.stringify({ ...draft, keptAt: Date.now() }))
      } catch {
        // Full or forbidden storage: the server's copy is still saved as usual.
      }
    },
    forget: () => storage.removeItem(key),
  }
}

/** Newest first, with the tab that kept each; what cannot be read any more is skipped. */
export function listKeptDrafts(
  agentId: string,
  storage = localStorage,
): (KeptDraft & { tab: string })[] {
  const prefix = prefixOf(agentId)
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const kept = readKept(storage.getItem(key))
      return kept ? [{ ...kept, tab: key.slice(prefix.length) }] : []
    })
    .toSorted((a, b) => b.keptAt - a.keptAt)
}

export const forgetKeptDraft = (agentId: string, tab: string, storage = localStorage) =>
  storage.removeItem(prefixOf(agentId) + tab)

function readKept(text: string | null): KeptDraft | undefined {
  try {
    return KeptDraft.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
