import { TextInput, ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Thread } from '@lathe/contract'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { useWorkbench } from '../workbench-context.ts'
import styles from './thread-list.module.css'
import { plural } from '../../../lib/format/format.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { RenameThread } from '../../../shared/threads/rename-thread.tsx'
import { useDeleteThreads } from '../../../shared/threads/use-delete-thread.ts'

type ThreadListProps = {
  threadId: string | undefined
  onOpen: (id: string | undefined) => void
}

/** Lists the agent's threads, last used first, with actions to open, rename and delete. */
export function ThreadList({ threadId, onOpen }: ThreadListProps) {
  const { agentId } = useWorkbench()
  const [query, setQuery] = useState('')
  const [q] = useDebouncedValue(query.trim(), 200)
  const threads = useQuery(
    api.threads.list.queryOptions({
      input: { agent: agentId, limit: 50, ...(q !== '' && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const items = threads.data?.items ?? []

  return (
    <div className={styles.root}>
      <TextInput
        aria-label="Search threads"
        placeholder="Search titles and messages"
        leftSection={<IconSearch size={14} />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {threads.isPending && <SkeletonRows contentLabel="the threads" count={3} />}
      {threads.error && (
        <ErrorPanel
          action="load the threads"
          error={threads.error}
          onRetry={() => void threads.refetch()}
        />
      )}
      {threads.data && items.length === 0 && (
        <p className={styles.empty}>
          {q === ''
            ? 'The first run creates a thread.'
            : `No thread has “${q}” in its title or messages.`}
        </p>
      )}
      <ul className={styles.list}>
        {items.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            isCurrent={thread.id === threadId}
            onOpen={() => onOpen(thread.id)}
            onDeleted={() => thread.id === threadId && onOpen(undefined)}
          />
        ))}
      </ul>
    </div>
  )
}

type ThreadRowProps = {
  thread: Thread
  isCurrent: boolean
  onOpen: () => void
  onDeleted: () => void
}

function ThreadRow({ thread, isCurrent, onOpen, onDeleted }: ThreadRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { leaving: leavingIds, remove } = useDeleteThreads()
  const title = thread.title === '' ? 'Untitled' : thread.title
  if (leavingIds.has(thread.id)) return null
  if (isRenaming) {
    return (
      <li>
        <RenameThread thread={thread} onDone={() => setRenaming(false)} />
      </li>
    )
  }

  return (
    <li className={styles.row} aria-current={isCurrent || undefined}>
      <UnstyledButton className={styles.open} onClick={onOpen}>
        {thread.status && <StatusIcon status={thread.status} />}
        <span className={styles.title}>{title}</span>
        <span className={styles.fact}>{plural(thread.runCount, 'run')}</span>
        <RelativeTime time={thread.updatedAt} />
      </UnstyledButton>
      <Tooltip label="Rename">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Rename ${title}`}
          onClick={() => setRenaming(true)}
        >
          <IconPencil size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Delete ${title}`}
          onClick={() => {
            remove(thread)
            onDeleted()
          }}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
