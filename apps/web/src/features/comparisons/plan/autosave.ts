import type { ComparisonDetail } from '@lathe/contract'
import { client } from '../../../lib/api/api.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { type Merge, mergeEdits } from './merge-edits.ts'
import { adoptRevision, adoptMerge, type EditedPlan, type PlanStore } from './plan-store.ts'

const PAUSE_MS = 400

export type SaveState =
  | { type: 'saved' | 'waiting' }
  | { type: 'failed'; error: unknown }
  | { type: 'conflict'; theirs: ComparisonDetail }

export type Autosave = ReturnType<typeof createAutosave>

type Options = {
  detail: ComparisonDetail
  store: PlanStore
  onSaved: (detail: ComparisonDetail) => void
  /** Called when local edits were merged with another user's. */
  onMerged: (merge: Merge) => void
  onState: (state: SaveState) => void
}

/** Saves edits after a pause, one request at a time, each based on the previous revision. */
export function createAutosave({ detail, store, onSaved, onMerged, onState }: Options) {
  const { id } = detail
  let base: Pick<ComparisonDetail, 'revision' | 'name' | 'plan'> = detail
  let saved: EditedPlan = store.getState()
  let timer: number | undefined
  let sending: Promise<void> | undefined
  let isHeld = false
  const isDirty = () => {
    const { plan, name } = store.getState()
    return plan !== saved.plan || name !== saved.name
  }

  const send = async (): Promise<void> => {
    while (isDirty() && !isHeld) {
      const state = store.getState()
      try {
        const name = state.name.trim()
        const changes = { plan: state.plan, ...(name !== '' && { name }) }
        const answer = await client.comparisons.edit({ id, revision: base.revision, ...changes })
        base = answer
        saved = state
        onSaved(answer)
      } catch (error) {
        if (errorCode(error) !== 'CONFLICT') {
          onState({ type: 'failed', error })
          throw error
        }
        const theirs = await client.comparisons.get({ id })
        if (merge(theirs)) continue
        isHeld = true
        onState({ type: 'conflict', theirs })
        throw error
      }
    }
    onState({ type: 'saved' })
  }

  /** Resolves when everything is saved. Throws if saving fails. */
  const flush = (): Promise<void> => {
    window.clearTimeout(timer)
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const quietly = () => void flush().catch(() => undefined)

  /** Starts saving. The returned function stops it and saves the rest. */
  const start = () => {
    const unsubscribe = store.subscribe(() => {
      if (!isDirty() || isHeld) return
      onState({ type: 'waiting' })
      window.clearTimeout(timer)
      timer = window.setTimeout(quietly, PAUSE_MS)
    })
    return () => {
      unsubscribe()
      quietly()
    }
  }

  const take = (theirs: ComparisonDetail) => {
    base = theirs
    adoptRevision(store, theirs)
    saved = store.getState()
  }

  /** Merges unless the edits conflict. */
  const merge = (theirs: ComparisonDetail): boolean => {
    const { name, plan } = store.getState()
    const merged = mergeEdits({ base, ours: { name, plan }, theirs })
    if (!merged) return false
    base = theirs
    saved = theirs
    adoptMerge(store, merged, theirs)
    onMerged({ merged, theirs })
    return true
  }

  return {
    flush,
    /** Adopts a newer revision unless there are unsaved edits. */
    notice: (newer: ComparisonDetail) => {
      if (newer.revision > base.revision && !isDirty() && !sending && !isHeld) take(newer)
    },
    /** Resolves a conflict by adopting theirs or by overwriting it with ours. */
    settle: (theirs: ComparisonDetail, keep: 'theirs' | 'ours') => {
      isHeld = false
      if (keep === 'theirs') take(theirs)
      else base = theirs
      quietly()
    },
    start,
  }
}
