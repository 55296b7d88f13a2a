import { GraphDocument, type Draft } from '@lathe/contract'
import * as z from 'zod'
import { orderedJson } from '@lathe/graph'

const LocalDraft = z.object({
  revision: z.int().positive(),
  document: GraphDocument,
  /** Milliseconds since the epoch. */
  keptAt: z.number(),
})
type LocalDraft = z.infer<typeof LocalDraft>

type UnsavedDraft = Omit<LocalDraft, 'keptAt'>

export type LocalDrafts = {
  /** Writes at once, or after a pause if it just wrote. */
  schedule: (draft: UnsavedDraft) => void
  /** Writes a delayed draft at once. */
  flush: () => void
  discard: () => void
}

/** Serializing a large document takes milliseconds, which is too much for each key press. */
const PAUSE_MS = 250

const keyPrefix = (agentId: string) => `lathe.draft.${agentId}.`

/** Keeps unsaved changes of one tab in local storage until the server has them. */
export function createLocalDrafts(
  agentId: string,
  tab: string,
  storage = localStorage,
): LocalDrafts {
  const key = keyPrefix(agentId) + tab
  let scheduled: UnsavedDraft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!scheduled) return
    try {
      storage.setItem(key, JSON.stringify({ ...scheduled, keptAt: Date.now() }))
    } catch {
      // Full or forbidden storage: the server's copy is still saved as usual.
    }
    scheduled = undefined
    timer = setTimeout(flush, PAUSE_MS)
  }

  return {
    schedule: (draft) => {
      scheduled = draft
      if (timer === undefined) flush()
    },
    flush,
    discard: () => {
      scheduled = undefined
      storage.removeItem(key)
    },
  }
}

/** Lists drafts with their tabs, newest first. Skips unreadable ones. */
export function listLocalDrafts(
  agentId: string,
  storage = localStorage,
): (LocalDraft & { tab: string })[] {
  const prefix = keyPrefix(agentId)
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = parseLocalDraft(storage.getItem(key))
      return draft ? [{ ...draft, tab: key.slice(prefix.length) }] : []
    })
    .toSorted((a, b) => b.keptAt - a.keptAt)
}

export const deleteLocalDraft = (agentId: string, tab: string, storage = localStorage) =>
  storage.removeItem(keyPrefix(agentId) + tab)

function parseLocalDraft(text: string | null): LocalDraft | undefined {
  try {
    return LocalDraft.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

type RecoveredDraft =
  | { type: 'none' }
  /** Unsaved changes based on the server's revision. */
  | { type: 'unsaved'; document: GraphDocument; tab: string }
  /** Unsaved changes based on an older revision. */
  | { type: 'conflict'; document: GraphDocument; tab: string; revision: number }

/** Decides what to do with unsaved changes of this tab or of a closed one. */
export function recoverDraft(
  draft: Draft,
  localDrafts: readonly (LocalDraft & { tab: string })[],
  tab: string,
  live: ReadonlySet<string>,
): RecoveredDraft {
  const candidate = localDrafts.find((draft) => draft.tab === tab || !live.has(draft.tab))
  if (!candidate || isSameJson(candidate.document, draft.document)) return { type: 'none' }
  const { document, tab: from, revision } = candidate
  return revision === draft.revision
    ? { type: 'unsaved', document, tab: from }
    : { type: 'conflict', document, tab: from, revision }
}

/** The server reorders keys. */
const isSameJson = (a: unknown, b: unknown) => orderedJson(a) === orderedJson(b)

const KEY = 'lathe.tab'
const LOCK = 'lathe.tab.'

/** Returns an id that survives a reload. A duplicated tab, which inherits it, gets a new one. */
export async function claimTabId(): Promise<string> {
  const inherited = sessionStorage.getItem(KEY)
  const id =
    inherited !== null && (await holdLock(inherited))
      ? inherited
      : Math.random().toString(36).slice(2)
  if (id !== inherited) await holdLock(id)
  sessionStorage.setItem(KEY, id)
  return id
}

let tabLock: { id: string } | undefined

/** Holds the lock until the tab closes. Without the Locks API (plain HTTP) it always succeeds. */
function holdLock(id: string): Promise<boolean> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks || tabLock?.id === id) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (lock === null) return undefined
      tabLock = { id }
      return new Promise<never>(() => {})
    })
  })
}

/** Returns the ids of this browser's open tabs. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  const query = await locks?.query()
  const names = (query?.held ?? []).map((lock) => lock.name ?? '')
  return new Set(
    names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)),
  )
}
