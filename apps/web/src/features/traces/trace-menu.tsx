import type { Trace } from '@lathe/contract'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconColumns3,
  IconDots,
  IconDownload,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { invalidateInAllTabs } from '../../lib/api/other-tabs.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { exportTrace } from './export-traces.ts'
import { readListParams } from './list/list-params.ts'
import { toFilter, filterKey } from './list/list-search.ts'
import { hideTraces, showTraces } from './list/pending-deletions.ts'
import { useCompareTrace } from './open-in-compare.tsx'
import { usePin } from './pin.tsx'

const route = getRouteApi('/traces/$traceId')

/** Less frequent actions on a trace. */
export function TraceMenu({ trace }: { trace: Trace }) {
  const navigate = route.useNavigate()
  const { list } = route.useSearch()
  const queryClient = useQueryClient()
  const remove = () => {
    const ids = new Set([trace.id])
    hideTraces(filterKey(toFilter(readListParams(list))), ids)
    void navigate({ to: '/traces', search: readListParams(list) })
    const deleteIt = () =>
      void client.traces
        .delete({ id: trace.id })
        .catch((error: unknown) =>
          showToast(`Could not delete: ${describeError(error).message}`, 'error'),
        )
        .then(() => invalidateInAllTabs(queryClient, api.traces.key()))
        .finally(() => showTraces(ids))
    showUndoToast({
      message: 'Trace deleted. Charts still count it.',
      onUndo: () => showTraces(ids),
      onExpire: deleteIt,
    })
  }
  const compare = useCompareTrace()
  const pin = usePin()
  const download = useMutation({
    mutationFn: () => exportTrace(trace.id),
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={trace.isPinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
          onClick={() => pin({ ids: [trace.id], isPinned: !trace.isPinned })}
        >
          {trace.isPinned ? 'Unpin' : 'Pin: exempt from retention'}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={14} />} onClick={() => download.mutate()}>
          Export JSON
        </Menu.Item>
        {trace.agentSlug !== null && trace.runId !== null && (
          <Menu.Item leftSection={<IconColumns3 size={14} />} onClick={() => compare.mutate(trace)}>
            Open in Compare
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={14} />}
          // External traces can stay open forever, so they can be deleted.
          disabled={trace.endedAt === null && trace.runId !== null}
          onClick={remove}
        >
          Delete trace
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
