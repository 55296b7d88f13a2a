import type { Draft, GraphDocument } from '@lathe/contract'
import type { LocalDrafts } from './local-drafts.ts'

type Conflict = { theirs: Draft; base: GraphDocument | null }
type ConflictData = { current: Draft; base: GraphDocument | null }

type SaveState =
  | { status: 'saved' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'unreachable'; error: unknown }
  | { status: 'refused'; error: unknown }
  | { status: 'conflict'; conflict: Conflict }

export type AutosaveState = {
  save: SaveState
  revision: number
  /** Save time of the newest known revision in microseconds since the epoch. */
  savedAt: number
  hash: string
}

type AutosaveOptions = {
  draft: Draft
  send: (revision: number, document: GraphDocument) => Promise<Draft>
  localDrafts: LocalDrafts
  onChange: (state: AutosaveState) => void
  debounceMs?: number
  retryMs?: number
}

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves the newest document after a pause, one request at a time, each based on the previous
 * revision.
 */
export function createAutosave(options: AutosaveOptions) {
  const { send, localDrafts, onChange, debounceMs = 800, retryMs = 4_000 } = options
  let state: AutosaveState = {
    save: { status: 'saved' },
    revision: options.draft.revision,
    savedAt: options.draft.savedAt,
    hash: options.draft.hash,
  }
  let document = options.draft.document
  let saved = options.draft.document
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined

  const set = (change: Partial<AutosaveState>) => {
    state = { ...state, ...change }
    onChange(state)
  }

  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendNow(), ms)
  }

  const accept = (draft: Draft, sent: GraphDocument) => {
    saved = sent
    const isNewest = document === sent
    if (isNewest) localDrafts.discard()
    else localDrafts.schedule({ revision: draft.revision, document })
    set({
      save: { status: isNewest ? 'saved' : 'unsaved' },
      revision: draft.revision,
      savedAt: draft.savedAt,
      hash: draft.hash,
    })
  }

  const sendOnce = async () => {
    const sent = document
    set({ save: { status: 'saving' } })
    try {
      accept(await send(state.revision, sent), sent)
    } catch (error) {
      set({ save: toSaveState(error) })
    }
  }

  const sendNow = (): Promise<void> => {
    clearTimeout(timer)
    if (sending) return sending.then(sendNow)
    if (document === saved || state.save.status === 'conflict') return Promise.resolve()
    sending = sendOnce().finally(() => {
      sending = undefined
      if (state.save.status === 'unsaved') schedule(debounceMs)
      if (state.save.status === 'unreachable') schedule(retryMs)
    })
    return sending
  }

  return {
    state: () => state,

    /** Stores the edited document in this browser and sends it after a pause. */
    change: (next: GraphDocument) => {
      if (next === document) return
      document = next
      if (document === saved && !sending) {
        clearTimeout(timer)
        localDrafts.discard()
        if (state.save.status !== 'conflict') set({ save: { status: 'saved' } })
        return
      }
      localDrafts.schedule({ revision: state.revision, document })
      if (state.save.status === 'conflict') return
      if (!sending && state.save.status !== 'unsaved') set({ save: { status: 'unsaved' } })
      schedule(debounceMs)
    },

    /** Saves all changes and returns their revision. Throws if that fails. */
    flush: async (): Promise<number> => {
      await sendNow()
      if (sending) await sending
      // After a merged conflict, or an edit during the request.
      if (state.save.status === 'unsaved') await sendNow()
      if (document !== saved) throw new SaveFailed(state.save)
      return state.revision
    },

    retry: () => void sendNow(),

    /** Call when the page is closed: writes the unsaved document to local storage at once. */
    flushDraft: localDrafts.flush,

    /** Enters the conflict state: nothing is sent until a version is chosen. */
    conflict: (conflict: Conflict) => {
      clearTimeout(timer)
      set({ save: { status: 'conflict', conflict } })
    },

    /** Ends the conflict by saving the chosen document on top of the server's revision. */
    settle: async (resolved: GraphDocument) => {
      if (state.save.status !== 'conflict') return
      const { theirs } = state.save.conflict
      document = resolved
      saved = theirs.document
      localDrafts.schedule({ revision: theirs.revision, document })
      set({ save: { status: 'unsaved' }, revision: theirs.revision })
      await sendNow()
    },

    /** Takes over a document from the server, which needs no saving. */
    adopt: (draft: Draft) => {
      clearTimeout(timer)
      document = draft.document
      saved = draft.document
      localDrafts.discard()
      const { revision, savedAt, hash } = draft
      set({ save: { status: 'saved' }, revision, savedAt, hash })
    },

    stop: () => clearTimeout(timer),
  }
}

class SaveFailed extends Error {
  readonly save: SaveState

  constructor(save: SaveState) {
    super(STATUS_TEXTS[save.status])
    this.name = 'SaveFailed'
    this.save = save
  }
}

const STATUS_TEXTS: Record<SaveState['status'], string> = {
  saved: 'The draft changed while it was being saved.',
  unsaved: 'The draft is not saved yet.',
  saving: 'The draft is still being saved.',
  unreachable: 'The draft could not be saved: the server cannot be reached.',
  refused: 'The server refused the draft.',
  conflict: 'Another user has saved this draft. Choose a version first.',
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

function toSaveState(error: unknown): SaveState {
  const code = read(error, 'code')
  const data = read(error, 'data')
  if (code === 'CONFLICT' && read(data, 'current') !== undefined) {
    // Only this error carries `current`, and the client has parsed it by the contract's schema.
    const { current, base } = data as ConflictData
    return { status: 'conflict', conflict: { theirs: current, base } }
  }
  const isFinal =
    code === 'INVALID_INPUT' || code === 'PAYLOAD_TOO_LARGE' || code === 'NO_SUCH_AGENT'
  return { status: isFinal ? 'refused' : 'unreachable', error }
}
