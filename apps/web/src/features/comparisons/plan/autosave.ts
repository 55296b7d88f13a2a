import type { ComparisonDetail } from '@lathe/contract'
import { client } from '../../../lib/api/api.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { type Merge, mergeEdits } from './merge-edits.ts'
import { adoptRevision, adoptMerge, type EditedPlan, type PlanStore } from './plan-store.ts'

const PAUSE_MS = 400

export type SaveState =
  | { type: 'saved' | 'waiting' }
  | { type: 'failed'; error: unknown }
  | { type: 'conflict'; remote: ComparisonDetail }

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
  let hasConflict = false
  const isDirty = () => {
    const { plan, name } = store.getState()
    return plan !== saved.plan || name !== saved.name
  }

  const send = async (): Promise<void> => {
    while (isDirty() && !hasConflict) {
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
        const remote = await client.comparisons.get({ id })
        if (merge(remote)) continue
        hasConflict = true
        onState({ type: 'conflict', remote })
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
      if (!isDirty() || hasConflict) return
      onState({ type: 'waiting' })
      window.clearTimeout(timer)
      timer = window.setTimeout(quietly, PAUSE_MS)
    })
    return () => {
      unsubscribe()
      quietly()
    }
  }

  const take = (remote: ComparisonDetail) => {
    base = remote
    adoptRevision(store, remote)
    saved = store.getState()
  }

  /** Merges unless the edits conflict. */
  const merge = (remote: ComparisonDetail): boolean => {
    const { name, plan } = store.getState()
    const merged = mergeEdits({ base, local: { name, plan }, remote })
    if (!merged) return false
    base = remote
    saved = remote
    adoptMerge(store, merged, remote)
    onMerged({ merged, remote })
    return true
  }

  return {
    flush,
    /** Adopts a newer revision unless there are unsaved edits. */
    notice: (newer: ComparisonDetail) => {
      if (newer.revision > base.revision && !isDirty() && !sending && !hasConflict) take(newer)
    },
    /** Resolves a conflict by adopting the remote plan or by overwriting it. */
    settle: (remote: ComparisonDetail, keep: 'remote' | 'local') => {
      hasConflict = false
      if (keep === 'remote') take(remote)
      else base = remote
      quietly()
    },
    start,
  }
}
