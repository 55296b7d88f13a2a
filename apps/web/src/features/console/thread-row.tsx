import { ActionIcon, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Thread } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import styles from './thread-list.module.css'
import { useDeleteThread } from './use-delete-thread.ts'

type ThreadRowProps = {
  thread: Thread
  isCurrent: boolean
  onOpen: () => void
  onDeleted: () => void
}

export function ThreadRow({ thread, isCurrent, onOpen, onDeleted }: ThreadRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { isHidden, remove } = useDeleteThread(thread)
  const title = thread.title === '' ? 'Untitled' : thread.title
  if (isHidden) return null
  if (isRenaming) return <RenameThread thread={thread} onDone={() => setRenaming(false)} />

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
            remove()
            onDeleted()
          }}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

function RenameThread({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const [title, setTitle] = useState(thread.title)
  const queries = useQueryClient()
  const rename = useMutation(
    api.threads.rename.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.threads.key() }),
      onError: (error) => showToast(`Could not rename: ${error.message}`, 'error'),
      onSettled: onDone,
    }),
  )
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '') rename.mutate({ id: thread.id, title: title.trim() })
        }}
      >
        <TextInput
          ref={focusAndSelect}
          aria-label="Title of the thread"
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onDone()
          }}
        />
      </form>
    </li>
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => input?.select()
