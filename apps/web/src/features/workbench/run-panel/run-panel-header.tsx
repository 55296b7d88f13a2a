import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconGitFork,
  IconMessagePlus,
  IconMessages,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
} from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { useSetSearch } from '../use-workbench-search.ts'
import styles from './run-panel.module.css'
import { ThreadList } from './thread-list.tsx'
import { useDock } from '../layout/dock.ts'

type ConsoleHeaderProps = {
  threadId: string | undefined
}

export function RunPanelHeader({ threadId }: ConsoleHeaderProps) {
  const [isOpen, setOpen] = useState(false)
  const setSearch = useSetSearch()
  const { data: thread } = useQuery(
    api.threads.get.queryOptions({ input: threadId === undefined ? skipToken : { id: threadId } }),
  )
  const startNew = () => setSearch({ thread: undefined, run: undefined, tab: 'run' }, 'push')

  useHotkeys([{ keys: 'shift+n', label: 'New thread', group: 'Run', run: startNew }])

  return (
    <header className={styles.header}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={styles.thread}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconMessages size={14} aria-hidden />
            <span>{threadTitle(threadId, thread?.title)}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Threads">
          <ThreadList
            threadId={threadId}
            onOpen={(id) => {
              setOpen(false)
              setSearch({ thread: id, run: undefined }, 'push')
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <div className={styles.headerActions}>
        {threadId !== undefined && (
          <Tooltip label="Checkpoint tree">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Checkpoint tree"
              renderRoot={(props) => (
                <Link to="/threads/$thread" params={{ thread: threadId }} {...props} />
              )}
            >
              <IconGitFork size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <DisabledReason
          reason={threadId === undefined && 'This is already a new thread'}
          hint="New thread (⇧N)"
        >
          <ActionIcon variant="subtle" color="gray" aria-label="New thread" onClick={startNew}>
            <IconMessagePlus size={16} />
          </ActionIcon>
        </DisabledReason>
        <DockSwitch />
      </div>
    </header>
  )
}

const threadTitle = (threadId: string | undefined, title: string | undefined): string =>
  threadId === undefined ? 'New thread' : title === undefined || title === '' ? 'Untitled' : title

function DockSwitch() {
  const { dock, toggle } = useDock()
  const isSideDocked = dock === 'side'
  const label = isSideDocked
    ? 'Move run panel below the canvas'
    : 'Move run panel beside the canvas'
  const Icon = isSideDocked ? IconLayoutBottombar : IconLayoutSidebarRight
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={toggle}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
