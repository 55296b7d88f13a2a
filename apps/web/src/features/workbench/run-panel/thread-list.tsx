import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { ThreadRow } from './thread-row.tsx'
import styles from './thread-list.module.css'

type ThreadListProps = {
  threadId: string | undefined
  onOpen: (id: string | undefined) => void
}

/** Threads of this agent, last used first; each can be opened, renamed and deleted. */
export function ThreadList({ threadId, onOpen }: ThreadListProps) {
  const { agentId } = useWorkbench()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
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
        aria-label="Search the threads"
        placeholder="Search titles and messages"
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {threads.isPending && <SkeletonRows awaiting="the threads" count={3} />}
      {threads.error && (
        <ErrorPanel
          attempted="load the threads"
          error={threads.error}
          onRetry={() => void threads.refetch()}
        />
      )}
      {threads.data && items.length === 0 && (
        <p className={styles.empty}>
          {q === ''
            ? 'The first run makes the first thread.'
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
