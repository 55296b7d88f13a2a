import type { Trace } from '@lathe/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3, IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import { downloadJson } from './download-json.ts'
import { useCompareTrace } from './open-in-compare.tsx'
import { TraceFacts } from './trace-facts.tsx'
import styles from './traces.module.css'

type TraceHeaderProps = { trace: Trace; actions: ReactNode }

export function TraceHeader({ trace, actions }: TraceHeaderProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const copyLink = () =>
    void navigator.clipboard.writeText(location.href).then(() => showToast('Link copied'))
  const remove = useMutation(
    api.traces.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: '/traces', search: {} })
        await queryClient.invalidateQueries({ queryKey: api.traces.key() })
        showToast('Trace deleted')
      },
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const compare = useCompareTrace()
  const download = useMutation({
    mutationFn: () => exportTrace(trace.id),
    onError: (error) => showToast(describeError(error).message, 'error'),
  })

  useHotkeys([
    { keys: 'y', label: 'Copy a link to this view', group: 'Trace', run: copyLink },
    {
      keys: 'escape',
      label: 'Back to the traces',
      group: 'Trace',
      run: () => void navigate({ to: '/traces', search: {} }),
    },
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
      <IdChip id={trace.id} of="trace" />
      <TraceFacts trace={trace} />
      <span className={styles.headerActions}>
        {actions}
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
              disabled={trace.endedAt === null}
              onClick={() => remove.mutate({ id: trace.id })}
            >
              Delete trace
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </span>
    </header>
  )
}

/** The whole trace, payloads and tape included, as one file. */
async function exportTrace(id: string) {
  const { trace, spans } = await client.traces.get({ id })
  const exchanges = await client.traces.exchanges({ id })
  const details = []
  for (const span of spans) details.push(await client.traces.span({ traceId: id, spanId: span.id }))
  downloadJson(`trace-${id}.json`, { format: 1, trace, spans: details, exchanges })
}
