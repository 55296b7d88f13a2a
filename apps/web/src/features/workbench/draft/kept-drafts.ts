import { GraphDocument } from '@lathe/contract'
import * as z from 'zod'

const KeptDraft = z.object({
  revision: z.int().positive(),
  document: GraphDocument,
  /** Milliseconds since the epoch. */
  keptAt: z.number(),
})
export type KeptDraft = z.infer<typeof KeptDraft>

type Unkept = Omit<KeptDraft, 'keptAt'>

export type KeptDrafts = {
  /** At once, or, where another was kept this moment, in a quarter of a second. */
  keep: (draft: Unkept) => void
  /** What waits to be kept waits no longer. */
  keepNow: () => void
  forget: () => void
}

/** A large document takes milliseconds to be written down: too much for every key. */
const PAUSE_MS = 250

const prefixOf = (agentId: string) => `lathe.draft.${agentId}.`

/** Unsaved changes of one tab, in local storage until the server has them. */
export function createKeptDrafts(agentId: string, tab: string, storage = localStorage): KeptDrafts {
  const key = prefixOf(agentId) + tab
  let waiting: Unkept | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const keepNow = () => {
    clearTimeout(timer)
    timer = undefined
    if (!waiting) return
    try {
      storage.setItem(key, JSON.stringify({ ...waiting, keptAt: Date.now() }))
    } catch {
      // Full or forbidden storage: the server's copy is still saved as usual.
    }
    waiting = undefined
    timer = setTimeout(keepNow, PAUSE_MS)
  }

  return {
    keep: (draft) => {
      waiting = draft
      if (timer === undefined) keepNow()
    },
    keepNow,
    forget: () => {
      waiting = undefined
      storage.removeItem(key)
    },
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
