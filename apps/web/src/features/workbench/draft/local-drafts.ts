import { GraphDocument, type Draft } from '@lathe/contract'
import * as z from 'zod'
import { askedJson } from '@lathe/graph'

const KeptDraft = z.object({
  revision: z.int().positive(),
  document: GraphDocument,
  /** Milliseconds since the epoch. */
  keptAt: z.number(),
})
type KeptDraft = z.infer<typeof KeptDraft>

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

type Recovery =
  | { type: 'nothing' }
  /** Changes the server never got, on top of the very revision it has. */
  | { type: 'unsaved'; document: GraphDocument; tab: string }
  /** Changes on top of an older revision: somebody saved meanwhile. */
  | { type: 'conflict'; document: GraphDocument; tab: string; revision: number }

/** What to do with changes kept in this browser: the newest of this tab or of one that is gone. */
export function recoverDraft(
  draft: Draft,
  kept: readonly (KeptDraft & { tab: string })[],
  tab: string,
  live: ReadonlySet<string>,
): Recovery {
  const mine = kept.find((each) => each.tab === tab || !live.has(each.tab))
  if (!mine || isSame(mine.document, draft.document)) return { type: 'nothing' }
  const { document, tab: from, revision } = mine
  return revision === draft.revision
    ? { type: 'unsaved', document, tab: from }
    : { type: 'conflict', document, tab: from, revision }
}

/** The server puts keys into its own order. */
const isSame = (a: unknown, b: unknown) => askedJson(a) === askedJson(b)

const KEY = 'lathe.tab'
const LOCK = 'lathe.tab.'

/** Survives a reload of this tab; a duplicated tab, which inherits it, gets one of its own. */
export async function claimTab(): Promise<string> {
  const inherited = sessionStorage.getItem(KEY)
  const id =
    inherited !== null && (await holdLock(inherited))
      ? inherited
      : Math.random().toString(36).slice(2)
  if (id !== inherited) await holdLock(id)
  sessionStorage.setItem(KEY, id)
  return id
}

let held: { id: string } | undefined

/** Held for as long as the tab lives. Browsers without locks (plain http on another host) always get it. */
function holdLock(id: string): Promise<boolean> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks || held?.id === id) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (lock === null) return undefined
      held = { id }
      return new Promise<never>(() => {})
    })
  })
}

/** Tabs of this browser that are open now. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  const query = await locks?.query()
  const names = (query?.held ?? []).map((lock) => lock.name ?? '')
  return new Set(
    names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)),
  )
}
