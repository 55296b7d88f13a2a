import type { Span, Trace } from '@lathe/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3, IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { outdate } from '../../lib/other-tabs.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'
import { readListParams } from './list/list-params.ts'
import { filterOf, keyOf } from './list/list-search.ts'
import { hideTraces, showTraces } from './list/use-leaving.ts'
import { exportTrace } from './export-traces.ts'
import { FailedInside } from './failed-inside.tsx'
import { Neighbours } from './neighbours.tsx'
import { ComparisonLink } from './comparison-link.tsx'
import { useCompareTrace } from './open-in-compare.tsx'
import { ShareButton } from './share-button.tsx'
import { TraceFacts } from './trace-facts.tsx'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

const OF_COMPARISONS = new Set(['comparison', 'judge'])

type TraceHeaderProps = { trace: Trace; spans: readonly Span[]; actions: ReactNode }

export function TraceHeader({ trace, spans, actions }: TraceHeaderProps) {
  const navigate = route.useNavigate()
  const { list } = route.useSearch()
  const toList = () => navigate({ to: '/traces', search: readListParams(list) })
  const queryClient = useQueryClient()
  const copyLink = () =>
    void navigator.clipboard.writeText(location.href).then(() => showToast('Link copied'))
  const remove = () => {
    const ids = new Set([trace.id])
    hideTraces(keyOf(filterOf(readListParams(list))), ids)
    void toList()
    const deleteIt = () =>
      void client.traces
        .delete({ id: trace.id })
        .catch((error: unknown) =>
          showToast(`Could not delete: ${describeError(error).message}`, 'error'),
        )
        .then(() => outdate(queryClient, api.traces.key()))
        .finally(() => showTraces(ids))
    showUndoToast({
      message: 'Trace deleted; the charts still count it',
      onUndo: () => showTraces(ids),
      onOver: deleteIt,
    })
  }
  const compare = useCompareTrace()
  const download = useMutation({
    mutationFn: () => exportTrace(trace.id),
    onError: (error) => showToast(describeError(error).message, 'error'),
  })

  useHotkeys([
    { keys: 'y', label: 'Copy a link to this view', group: 'Trace', run: copyLink },
    { keys: 'escape', label: 'Back to the list', group: 'Trace', run: () => void toList() },
  ])

  return (
    <header className={styles.header}>
      <h1 className={styles.heading} title={trace.title}>
        {trace.title || trace.name}
      </h1>
      {trace.agentSlug && (
        <Link
          to="/agents/$agent"
          params={{ agent: trace.agentSlug }}
          search={{
            ...(trace.threadId && { thread: trace.threadId }),
            ...(trace.runId && { run: trace.runId }),
          }}
          className={styles.agentLink}
        >
          {trace.agentSlug}
          {trace.version === null ? ' · draft' : ` · v${trace.version}`}
        </Link>
      )}
      {trace.agentSlug === null && trace.project !== null && (
        <Link
          to="/traces"
          search={{ project: trace.project }}
          className={styles.agentLink}
          title="All traces of this project"
        >
          {trace.project}
        </Link>
      )}
      {trace.runId !== null && trace.tags.some((tag) => OF_COMPARISONS.has(tag)) && (
        <ComparisonLink runId={trace.runId} />
      )}
      <IdChip id={trace.id} of="trace" />
      <TraceFacts trace={trace} />
      {trace.status === 'success' && <FailedInside spans={spans} />}
      <span className={styles.headerActions}>
        <Neighbours trace={trace} />
        {actions}
        <ShareButton trace={trace} spans={spans} />
        <CopyButton value={location.href} label="Copy a link to this view" />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label="More">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={14} />} onClick={() => download.mutate()}>
              Export JSON
            </Menu.Item>
            {trace.agentSlug !== null && trace.runId !== null && (
              <Menu.Item
                leftSection={<IconColumns3 size={14} />}
                onClick={() => compare.mutate(trace)}
              >
                Open in Compare
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} />}
              // What another program left open may never end.
              disabled={trace.endedAt === null && trace.runId !== null}
              onClick={remove}
            >
              Delete trace
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </span>
    </header>
  )
}
