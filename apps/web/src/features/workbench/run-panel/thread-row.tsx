import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Thread } from '@lathe/contract'
import { useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { RenameThread } from '../../../ui/threads/rename-thread.tsx'
import { useDeleteThreads } from '../../../ui/threads/use-delete-thread.ts'
import styles from './thread-list.module.css'

type ThreadRowProps = {
  thread: Thread
  isCurrent: boolean
  onOpen: () => void
  onDeleted: () => void
}

export function ThreadRow({ thread, isCurrent, onOpen, onDeleted }: ThreadRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { leaving, remove } = useDeleteThreads()
  const title = thread.title === '' ? 'Untitled' : thread.title
  if (leaving.has(thread.id)) return null
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
        <RelativeTime at={thread.updatedAt} />
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
