import { Button, Popover } from '@mantine/core'
import { IconTopologyStar3 } from '@tabler/icons-react'
import type { Thread } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { RenameThread } from '../../../shared/threads/rename-thread.tsx'
import { useDeleteThreads } from '../../../shared/threads/use-delete-thread.ts'

/** Rename, fork and delete actions of a thread. */
export function ThreadActions({ thread }: { thread: Thread }) {
  const [isRenaming, setRenaming] = useState(false)
  const { remove } = useDeleteThreads()
  const navigate = useNavigate()
  const leaveThread = () => {
    remove(thread)
    void navigate({ to: '/threads' })
  }
  const open = {
    to: '/agents/$agent',
    params: { agent: thread.agentSlug },
    search: { thread: thread.id },
  } as const

  useHotkeys(
    [
      { keys: 'r', label: 'Rename thread', run: () => setRenaming(true) },
      { keys: 'o', label: 'Open thread in the workbench', run: () => void navigate(open) },
    ].map((hotkey) => ({ ...hotkey, group: 'Run' })),
  )

  return (
    <>
      <Popover
        opened={isRenaming}
        onChange={setRenaming}
        position="bottom-end"
        width={320}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            rightSection={<Keys keys="r" />}
            onClick={() => setRenaming(!isRenaming)}
          >
            Rename
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <RenameThread thread={thread} onDone={() => setRenaming(false)} />
        </Popover.Dropdown>
      </Popover>
      <Button variant="default" onClick={leaveThread}>
        Delete
      </Button>
      <Button
        leftSection={<IconTopologyStar3 size={14} />}
        rightSection={<Keys keys="o" />}
        renderRoot={(props) => <Link {...open} {...props} />}
      >
        Open in the workbench
      </Button>
    </>
  )
}
