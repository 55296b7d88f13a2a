import { create } from 'zustand'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from './undo-toast.tsx'

type HiddenItems = { ids: ReadonlySet<string> }

/** Ids of deleted items. Lists hide them until their data is refreshed. */
export const useHiddenIds = create<HiddenItems>()(() => ({ ids: new Set() }))

const hide = (newIds: readonly string[]) =>
  useHiddenIds.setState(({ ids }) => ({ ids: new Set([...ids, ...newIds]) }))

const unhide = (visibleIds: readonly string[]) =>
  useHiddenIds.setState(({ ids }) => ({
    ids: new Set([...ids].filter((id) => !visibleIds.includes(id))),
  }))

/** `aside` is appended to the message. */
type DeletedItems = { ids: readonly string[]; name: string; note?: string }

type Changes = {
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  refresh: () => Promise<unknown>
}

/**
 * Deletes at once and offers undo. Stopping a live run first may take seconds, so undo is offered
 * meanwhile.
 */
export function deleteWithUndo(
  { ids, name, note = '' }: DeletedItems,
  { remove, restore, refresh }: Changes,
): void {
  const attempt = async (change: () => Promise<unknown>, failure: string) => {
    try {
      await change()
    } catch (error) {
      showToast(`${failure} ${name}: ${describeError(error).message}`, 'error')
      unhide(ids)
    }
    await refresh()
  }
  hide(ids)
  const deleted = attempt(remove, 'Could not delete')
  const undo = async () => {
    await deleted
    await attempt(restore, 'Could not restore')
    unhide(ids)
  }
  showUndoToast({ message: `${name} deleted${note}`, onUndo: () => void undo() })
}
