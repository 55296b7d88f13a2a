import type { Example } from '@lathe/contract'
import { v7 } from 'uuid'
import { create } from 'zustand'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { omitKeys } from '../../../lib/values/omit-keys.ts'
import { settleDrafts, markAsNew } from './example-drafts.ts'
import { runInOrder } from './steps.ts'
import { type Edit, useChange } from './use-change.ts'

/** Limit of examples per change. */
const MAX_BATCH = 5_000

type Edits = Record<string, Edit>

type SaveState = {
  /** Keyed by example id. */
  queued: Edits
  sent: Edits
  failed: Record<string, unknown>
}

/** Module state: saves continue when their component unmounts. */
const useSaveStore = create<SaveState>()(() => ({ queued: {}, sent: {}, failed: {} }))

const byId = (edits: readonly Edit[]): Edits =>
  Object.fromEntries(edits.map((edit) => [edit.after.id, edit]))

/**
 * Saves drafts in turn with other changes. Edits made during a save are combined into one change. A
 * draft whose change fails is kept, and `useSaveOf` returns the error.
 */
export function useSaveExamples(datasetId: string): (edits: readonly Edit[]) => void {
  const { edit } = useChange(datasetId)
  return (edits) => {
    useSaveStore.setState(({ queued, failed }) => ({
      queued: { ...queued, ...byId(edits) },
      failed: omitKeys(failed, ...edits.map(({ after }) => after.id)),
    }))
    void runInOrder(() => sendWaiting(datasetId, edit))
  }
}

export function useExampleSave(id: string): { isSaving: boolean; error: unknown } {
  const isSaving = useSaveStore(({ queued, sent }) => id in queued || id in sent)
  const error = useSaveStore(({ failed }) => failed[id])
  return { isSaving, error }
}

/** Returns the `ids` that are not being saved, and the first error among them. */
export function summarizeSaves(ids: readonly string[], { queued, sent, failed }: SaveState) {
  const idle = ids.filter((id) => !(id in queued) && !(id in sent))
  const removedIds = idle.filter((id) => readErrorIds(failed[id], 'removed').includes(id))
  const conflicts = idle.filter(
    (id) => errorCode(failed[id]) === 'CONFLICT' && !removedIds.includes(id),
  )
  const error = idle
    .map((id) => failed[id])
    .find((failure) => failure && errorCode(failure) !== 'CONFLICT')
  return { idle, conflicts, removed: removedIds, error }
}

export const useSaveSummary = (ids: readonly string[]) => summarizeSaves(ids, useSaveStore())

export const forgetFailure = (id: string): void =>
  useSaveStore.setState(({ failed }) => ({ failed: omitKeys(failed, id) }))

type Send = ReturnType<typeof useChange>['edit']

async function sendWaiting(datasetId: string, send: Send): Promise<void> {
  const edits = takeQueued(datasetId)
  const groupId = v7()
  for (let offset = 0; offset < edits.length; offset += MAX_BATCH)
    await sendTogether(edits.slice(offset, offset + MAX_BATCH), (batch, onSaved) =>
      send(batch, onSaved, groupId),
    )
}

/** If the server rejects some examples of a change, retry with the others. */
async function sendTogether(edits: readonly Edit[], send: Send): Promise<void> {
  try {
    await send(edits, (version) => applySaved(edits, version))
  } catch (error) {
    const otherEdits = fail(edits, error)
    if (otherEdits.length > 0) await sendTogether(otherEdits, send)
  }
}

function takeQueued(datasetId: string): Edit[] {
  const { queued, sent } = useSaveStore.getState()
  const edits = Object.values(queued).filter(({ after }) => after.datasetId === datasetId)
  useSaveStore.setState({
    queued: omitKeys(queued, ...edits.map(({ after }) => after.id)),
    sent: { ...sent, ...byId(edits) },
  })
  return edits
}

const editedExamples = (edits: readonly Edit[]): Example[] => edits.map(({ after }) => after)

function applySaved(edits: readonly Edit[], version: number): void {
  settleDrafts(editedExamples(edits), version)
  const savedExamples = new Map(
    editedExamples(edits).map((after) => [after.id, { ...after, version }]),
  )
  useSaveStore.setState(({ queued, sent }) => ({
    sent: omitKeys(sent, ...savedExamples.keys()),
    queued: Object.fromEntries(
      Object.entries(queued).map(([id, edit]) => {
        const before = savedExamples.get(id)
        return [id, before ? { before, after: { ...edit.after, version } } : edit]
      }),
    ),
  }))
}

/** Marks the rejected examples as failed and returns the others, which are retried. */
function fail(edits: readonly Edit[], error: unknown): Edit[] {
  const conflictIds = new Set(readErrorIds(error, 'examples'))
  const conflicting = edits.filter(({ after }) => conflictIds.has(after.id))
  const failed = conflicting.length > 0 ? conflicting : edits
  const ids = failed.map(({ after }) => after.id)
  markAsNew(ids.filter((id) => readErrorIds(error, 'removed').includes(id)))
  useSaveStore.setState((saves) => ({
    sent: omitKeys(saves.sent, ...ids),
    queued: omitKeys(saves.queued, ...ids),
    failed: { ...saves.failed, ...Object.fromEntries(ids.map((id) => [id, error])) },
  }))
  return edits.filter((edit) => !failed.includes(edit))
}

function readErrorIds(error: unknown, listName: 'examples' | 'removed'): unknown[] {
  if (errorCode(error) !== 'CONFLICT') return []
  const { data } = Object(error) as { data?: Record<string, unknown> }
  const ids = data?.[listName]
  return Array.isArray(ids) ? ids : []
}
