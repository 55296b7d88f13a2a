import type { Example } from '@lathe/contract'
import { v7 } from 'uuid'
import { create } from 'zustand'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { omitKeys } from '../../../lib/values/omit-keys.ts'
import { settleDrafts, uproot } from './example-drafts.ts'
import { inTurn } from './steps.ts'
import { type Edit, useChange } from './use-change.ts'

/** Limit of examples per change. */
const MOST = 5_000

type Edits = Record<string, Edit>

type Saves = {
  /** Keyed by example id. */
  waiting: Edits
  sent: Edits
  failed: Record<string, unknown>
}

/** Module state: saves continue when their component unmounts. */
const useSaves = create<Saves>()(() => ({ waiting: {}, sent: {}, failed: {} }))

const byId = (edits: readonly Edit[]): Edits =>
  Object.fromEntries(edits.map((edit) => [edit.after.id, edit]))

/**
 * Saves drafts in turn with other changes. Edits made during a save are combined into one change. A
 * draft whose change fails is kept, and `useSaveOf` returns the error.
 */
export function useSaving(datasetId: string): (edits: readonly Edit[]) => void {
  const { edit } = useChange(datasetId)
  return (edits) => {
    useSaves.setState(({ waiting, failed }) => ({
      waiting: { ...waiting, ...byId(edits) },
      failed: omitKeys(failed, ...edits.map(({ after }) => after.id)),
    }))
    void inTurn(() => sendWaiting(datasetId, edit))
  }
}

export function useSaveOf(id: string): { isSaving: boolean; error: unknown } {
  const isSaving = useSaves(({ waiting, sent }) => id in waiting || id in sent)
  const error = useSaves(({ failed }) => failed[id])
  return { isSaving, error }
}

/** Returns the `ids` that are not being saved, and the first error among them. */
export function standing(ids: readonly string[], { waiting, sent, failed }: Saves) {
  const idle = ids.filter((id) => !(id in waiting) && !(id in sent))
  const removed = idle.filter((id) => namedIn(failed[id], 'removed').includes(id))
  const conflicts = idle.filter(
    (id) => errorCode(failed[id]) === 'CONFLICT' && !removed.includes(id),
  )
  const error = idle.map((id) => failed[id]).find((one) => one && errorCode(one) !== 'CONFLICT')
  return { idle, conflicts, removed, error }
}

export const useStanding = (ids: readonly string[]) => standing(ids, useSaves())

export const forgetFailure = (id: string): void =>
  useSaves.setState(({ failed }) => ({ failed: omitKeys(failed, id) }))

type Send = ReturnType<typeof useChange>['edit']

async function sendWaiting(datasetId: string, send: Send): Promise<void> {
  const edits = take(datasetId)
  const together = v7()
  for (let at = 0; at < edits.length; at += MOST)
    await sendTogether(edits.slice(at, at + MOST), (some, onMade) => send(some, onMade, together))
}

/** If the server rejects some examples of a change, retry with the others. */
async function sendTogether(edits: readonly Edit[], send: Send): Promise<void> {
  try {
    await send(edits, (version) => settle(edits, version))
  } catch (error) {
    const others = fail(edits, error)
    if (others.length > 0) await sendTogether(others, send)
  }
}

function take(datasetId: string): Edit[] {
  const { waiting, sent } = useSaves.getState()
  const edits = Object.values(waiting).filter(({ after }) => after.datasetId === datasetId)
  useSaves.setState({
    waiting: omitKeys(waiting, ...edits.map(({ after }) => after.id)),
    sent: { ...sent, ...byId(edits) },
  })
  return edits
}

const examplesOf = (edits: readonly Edit[]): Example[] => edits.map(({ after }) => after)

function settle(edits: readonly Edit[], version: number): void {
  settleDrafts(examplesOf(edits), version)
  const made = new Map(examplesOf(edits).map((after) => [after.id, { ...after, version }]))
  useSaves.setState(({ waiting, sent }) => ({
    sent: omitKeys(sent, ...made.keys()),
    waiting: Object.fromEntries(
      Object.entries(waiting).map(([id, edit]) => {
        const before = made.get(id)
        return [id, before ? { before, after: { ...edit.after, version } } : edit]
      }),
    ),
  }))
}

/** Marks the rejected examples as failed and returns the others, which are retried. */
function fail(edits: readonly Edit[], error: unknown): Edit[] {
  const named = new Set(namedIn(error, 'examples'))
  const inTheWay = edits.filter(({ after }) => named.has(after.id))
  const failed = inTheWay.length > 0 ? inTheWay : edits
  const ids = failed.map(({ after }) => after.id)
  uproot(ids.filter((id) => namedIn(error, 'removed').includes(id)))
  useSaves.setState((saves) => ({
    sent: omitKeys(saves.sent, ...ids),
    waiting: omitKeys(saves.waiting, ...ids),
    failed: { ...saves.failed, ...Object.fromEntries(ids.map((id) => [id, error])) },
  }))
  return edits.filter((edit) => !failed.includes(edit))
}

function namedIn(error: unknown, which: 'examples' | 'removed'): unknown[] {
  if (errorCode(error) !== 'CONFLICT') return []
  const { data } = Object(error) as { data?: Record<string, unknown> }
  const ids = data?.[which]
  return Array.isArray(ids) ? ids : []
}
