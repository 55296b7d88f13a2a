import type { ComparisonDetail } from '@lathe/contract'
import { client } from '../../../lib/api.ts'
import { codeOf } from '../../../lib/describe-error.ts'
import { adopt, type PlanStore } from './plan-store.ts'

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
  onState: (state: SaveState) => void
}

/** Sends each edit a moment after it was made, one at a time, each on the revision of the one before. */
export function createAutosave({ detail: { id, revision }, store, onSaved, onState }: Options) {
  let base = revision
  let saved = store.getState()
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
        const answer = await client.comparisons.edit({ id, revision: base, ...changes })
        base = answer.revision
        saved = state
        onSaved(answer)
      } catch (error) {
        if (codeOf(error) !== 'CONFLICT') {
          onState({ type: 'failed', error })
          throw error
        }
        isHeld = true
        onState({ type: 'conflict', theirs: await client.comparisons.get({ id }) })
        throw error
      }
    }
    onState({ type: 'saved' })
  }

  /** Until everything is saved; throws when it cannot be. */
  const flush = (): Promise<void> => {
    window.clearTimeout(timer)
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const quietly = () => void flush().catch(() => undefined)

  /** Until the returned stop, which still sends what is left. */
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
    base = theirs.revision
    adopt(store, theirs)
    saved = store.getState()
  }

  return {
    flush,
    /** A newer revision was read: taken over unless something here is not saved. */
    notice: (newer: ComparisonDetail) => {
      if (newer.revision > base && !isDirty() && !sending && !isHeld) take(newer)
    },
    /** Ends a conflict by taking theirs, or by saving ours over it. */
    settle: (theirs: ComparisonDetail, keep: 'theirs' | 'ours') => {
      isHeld = false
      if (keep === 'theirs') take(theirs)
      else base = theirs.revision
      quietly()
    },
    start,
  }
}
