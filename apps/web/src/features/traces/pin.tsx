import { IconPinFilled } from '@tabler/icons-react'
import { MAX_IDS } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { plural } from '../../lib/format/format.ts'
import { invalidateInAllTabs } from '../../lib/api/other-tabs.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './traces.module.css'

export function PinnedMark() {
  return (
    <span
      className={styles.pinned}
      title="Pinned: exempt from retention"
      role="img"
      aria-label="Pinned"
    >
      <IconPinFilled size={14} />
    </span>
  )
}

type PinRequest = Parameters<typeof client.traces.pin>[0]

/** Pins or unpins traces. Undo reverts only the traces that changed. */
export function usePin() {
  const queries = useQueryClient()
  const pin = useMutation({
    mutationFn: (request: PinRequest) => client.traces.pin(request),
    onSettled: () => invalidateInAllTabs(queries, api.traces.key(), api.retention.key()),
    onError: (error) => showToast(`Could not update pin: ${describeError(error).message}`, 'error'),
    onSuccess: ({ count, changed }, { isPinned }) => {
      const message = isPinned
        ? `${plural(count, 'trace')} pinned: exempt from retention`
        : `${plural(count, 'trace')} unpinned`
      if (changed.length === 0 || changed.length >= MAX_IDS) return showToast(message)
      showUndoToast({ message, onUndo: () => pin.mutate({ ids: changed, isPinned: !isPinned }) })
    },
  })
  return pin.mutate
}
