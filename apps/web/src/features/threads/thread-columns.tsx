import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconTopologyStar3, IconTrash } from '@tabler/icons-react'
import type { Thread } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/table/data-table.tsx'
import { Count } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { RenameThread } from '../../shared/threads/rename-thread.tsx'
import styles from './threads.module.css'

type ThreadActions = {
  renamingId: string | undefined
  onRename: (thread: Thread) => void
  onRenamed: () => void
  onDelete: (thread: Thread) => void
}

export function threadColumns(actions: ThreadActions): Column<Thread>[] {
  return [
    {
      id: 'title',
      header: 'Thread',
      cell: (thread) =>
        thread.id === actions.renamingId ? (
          <RenameThread thread={thread} onDone={actions.onRenamed} />
        ) : (
          <span className={styles.title}>
            {thread.status && <StatusIcon status={thread.status} />}
            <span>{threadName(thread)}</span>
          </span>
        ),
    },
    { id: 'agent', header: 'Agent', width: '160px', cell: ({ agentName }) => agentName },
    {
      id: 'runs',
      header: 'Runs',
      width: '64px',
      isNumeric: true,
      cell: ({ runCount }) => <Count value={runCount} unit="runs" />,
    },
    {
      id: 'used',
      header: 'Last used',
      width: '112px',
      isNumeric: true,
      cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
    {
      id: 'actions',
      header: <span className={styles.unseen}>Actions</span>,
      width: '112px',
      cell: (thread) => <Actions thread={thread} {...actions} />,
    },
  ]
}

export const threadName = ({ title }: Pick<Thread, 'title'>) => (title === '' ? 'Untitled' : title)

function Actions({ thread, onRename, onDelete }: ThreadActions & { thread: Thread }) {
  const name = threadName(thread)
  const actionStyle = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  return (
    <span className={styles.actions}>
      <Tooltip label="Open in the workbench (o)">
        <ActionIcon
          {...actionStyle}
          aria-label={`Open ${name} in the workbench`}
          renderRoot={(props) => (
            <Link
              to="/agents/$agent"
              params={{ agent: thread.agentSlug }}
              search={{ thread: thread.id }}
              {...props}
            />
          )}
        >
          <IconTopologyStar3 size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Rename (r)">
        <ActionIcon {...actionStyle} aria-label={`Rename ${name}`} onClick={() => onRename(thread)}>
          <IconPencil size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete (Del)">
        <ActionIcon {...actionStyle} aria-label={`Delete ${name}`} onClick={() => onDelete(thread)}>
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
