import type { Example } from '@lathe/contract'
import { create } from 'zustand'
import { codeOf } from '../../../lib/describe-error.ts'
import { without } from '../../../lib/without.ts'
import { settleDrafts } from './example-drafts.ts'
import { type Edit, useChange } from './use-change.ts'

/** Examples that a change takes. */
const MOST = 5_000

type Edits = Record<string, Edit>

type Saves = {
  /** By the id of the example. */
  waiting: Edits
  sent: Edits
  failed: Record<string, unknown>
}

/** What is on its way: kept while the page is, whoever began it. */
const useSaves = create<Saves>()(() => ({ waiting: {}, sent: {}, failed: {} }))

const byId = (edits: readonly Edit[]): Edits =>
  Object.fromEntries(edits.map((edit) => [edit.after.id, edit]))

/**
 * Saves drafts: one change after the other, and together what comes while one is under way. A draft whose change
 * fails stays as it is, and `useSaveOf` tells why.
 */
export function useSaving(datasetId: string): (edits: readonly Edit[]) => void {
  const { edit } = useChange(datasetId)
  return (edits) => {
    useSaves.setState(({ waiting, failed }) => ({
      waiting: { ...waiting, ...byId(edits) },
      failed: without(failed, ...edits.map(({ after }) => after.id)),
    }))
    void sendAll(datasetId, edit)
  }
}

/** How the save of an example stands. */
export function useSaveOf(id: string): { isSaving: boolean; error: unknown } {
  const isSaving = useSaves(({ waiting, sent }) => id in waiting || id in sent)
  const error = useSaves(({ failed }) => failed[id])
  return { isSaving, error }
}

/** Those of `ids` that are not on their way, and what went wrong with some of them. */
export function standing(ids: readonly string[], { waiting, sent, failed }: Saves) {
  const idle = ids.filter((id) => !(id in waiting) && !(id in sent))
  const conflicts = idle.filter((id) => codeOf(failed[id]) === 'CONFLICT')
  const error = idle.map((id) => failed[id]).find((one) => one && codeOf(one) !== 'CONFLICT')
  return { idle, conflicts, error }
}

export const useStanding = (ids: readonly string[]) => standing(ids, useSaves())

export const forgetFailure = (id: string): void =>
  useSaves.setState(({ failed }) => ({ failed: without(failed, id) }))

type Send = ReturnType<typeof useChange>['edit']

async function sendAll(datasetId: string, send: Send): Promise<void> {
  for (let edits = take(datasetId); edits.length > 0; edits = take(datasetId)) {
    try {
      await send(edits, (version) => settle(edits, version))
    } catch (error) {
      fail(edits, error)
    }
  }
}

/** Nothing while others of the dataset are under way. */
function take(datasetId: string): Edit[] {
  const { waiting, sent } = useSaves.getState()
  const of = (edits: Edits) =>
    Object.values(edits).filter(({ after }) => after.datasetId === datasetId)
  if (of(sent).length > 0) return []
  const edits = of(waiting).slice(0, MOST)
  useSaves.setState({
    waiting: without(waiting, ...edits.map(({ after }) => after.id)),
    sent: { ...sent, ...byId(edits) },
  })
  return edits
}

const examplesOf = (edits: readonly Edit[]): Example[] => edits.map(({ after }) => after)

function settle(edits: readonly Edit[], version: number): void {
  settleDrafts(examplesOf(edits), version)
  const made = new Map(examplesOf(edits).map((after) => [after.id, { ...after, version }]))
  useSaves.setState(({ waiting, sent }) => ({
    sent: without(sent, ...made.keys()),
    waiting: Object.fromEntries(
      Object.entries(waiting).map(([id, edit]) => {
        const before = made.get(id)
        return [id, before ? { before, after: { ...edit.after, version } } : edit]
      }),
    ),
  }))
}

/** Of a change that is refused for some of its examples the others are sent again. */
function fail(edits: readonly Edit[], error: unknown): void {
  const named = new Set(conflictsIn(error))
  const inTheWay = edits.filter(({ after }) => named.has(after.id))
  const failed = inTheWay.length > 0 ? inTheWay : edits
  const others = edits.filter((edit) => !failed.includes(edit))
  useSaves.setState((saves) => ({
    sent: without(saves.sent, ...edits.map(({ after }) => after.id)),
    waiting: { ...byId(others), ...without(saves.waiting, ...failed.map(({ after }) => after.id)) },
    failed: {
      ...saves.failed,
      ...Object.fromEntries(failed.map(({ after }) => [after.id, error])),
    },
  }))
}

function conflictsIn(error: unknown): unknown[] {
  if (codeOf(error) !== 'CONFLICT') return []
  const { data } = Object(error) as { data?: { examples?: unknown } }
  return Array.isArray(data?.examples) ? data.examples : []
}
