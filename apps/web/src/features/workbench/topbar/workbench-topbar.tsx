import type { Agent, AgentCaller } from '@lathe/contract'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Menu, ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconCode, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { TopbarControls } from '../../../ui/layout/topbar-slot.tsx'
import { ConflictNotice } from '../conflict/conflict-notice.tsx'
import { ProblemsButton } from '../problems/problem-list.tsx'
import { SaveVersionButton, SaveVersionDialog } from './save-version-dialog.tsx'
import styles from './topbar.module.css'
import { VersionsButton } from './versions-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { describeError } from '../../../lib/api/describe-error.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { useSaving, useWorkbench } from '../workbench-context.ts'

type WorkbenchTopbarProps = {
  agent: Agent
}

/** The draft's save status, problems and versions. */
export function WorkbenchTopbar({ agent }: WorkbenchTopbarProps) {
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)

  useHotkeys([
    {
      keys: 'mod+s',
      label: 'Save a version',
      group: 'Workbench',
      beforeFields: true,
      run: () => setSaving(true),
    },
    {
      keys: 'g v',
      label: 'Compare versions',
      group: 'Workbench',
      run: () =>
        void navigate({ to: '/agents/$agent/versions', params: { agent: agent.slug }, search: {} }),
    },
  ])

  return (
    <>
      <TopbarControls>
        <section className={styles.controls} aria-label="Draft">
          <SaveStatus />
          <ProblemsButton />
          <CallerLinks agent={agent} />
          <VersionsButton agent={agent} />
          <CodeLink agent={agent} />
          <ConnectLink agent={agent} />
          <SaveVersionButton onClick={() => setSaving(true)} />
        </section>
      </TopbarControls>
      <ConflictNotice />
      <SaveVersionDialog isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}

/** Lists the agents that call this one, and so run its published version. */
function CallerLinks({ agent }: { agent: Agent }) {
  const { data: callers = [] } = useQuery(
    api.agents.callers.queryOptions({ input: { agent: agent.id } }),
  )
  if (callers.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={14} />}>
          Called by {callers.length === 1 ? callers[0]?.name : plural(callers.length, 'agent')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {callers.map((caller) => (
          <Menu.Item
            key={caller.id}
            renderRoot={(props) => (
              <Link
                to="/agents/$agent"
                params={{ agent: caller.slug }}
                search={{ node: callerNodes(caller)[0] }}
                {...props}
              />
            )}
          >
            {caller.name} · {callerNodes(caller).join(', ')}
            {caller.draft.length === 0 && ' (published, no longer in its draft)'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const callerNodes = ({ draft, published }: AgentCaller) => (draft.length > 0 ? draft : published)

/** Links to the exported project. */
function CodeLink({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const code = { to: '/agents/$agent/code', params: { agent: agent.slug } } as const

  useHotkeys([
    {
      keys: 'g c',
      label: 'Export as code',
      group: 'Workbench',
      run: () => void navigate({ ...code, search: {} }),
    },
  ])

  return (
    <Tooltip
      label={
        <>
          Export as code <Keys keys="g c" />
        </>
      }
    >
      <ActionIcon
        variant="default"
        size="md"
        aria-label="Export as code"
        renderRoot={(props) => <Link {...code} search={{}} {...props} />}
      >
        <IconCode size={14} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Links to the page with API examples. */
function ConnectLink({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const connect = { to: '/agents/$agent/connect', params: { agent: agent.slug } } as const

  useHotkeys([
    {
      keys: 'g n',
      label: 'Connect programs',
      group: 'Workbench',
      run: () => void navigate(connect),
    },
  ])

  return (
    <Tooltip
      label={
        <>
          Connect programs <Keys keys="g n" />
        </>
      }
    >
      <ActionIcon
        variant="default"
        size="md"
        aria-label="Connect programs"
        renderRoot={(props) => <Link {...connect} {...props} />}
      >
        <IconPlugConnected size={14} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Shows whether changes are saved, being saved, or only in this browser. */
export function SaveStatus() {
  const { autosave } = useWorkbench()
  const save = useSaving((state) => state.save)
  const savedAt = useSaving((state) => state.savedAt)

  switch (save.status) {
    case 'saved':
      return (
        <span className={styles.status}>
          Saved <RelativeTime time={savedAt} />
        </span>
      )
    case 'unsaved':
    case 'saving':
      return <span className={styles.status}>Saving…</span>
    case 'unreachable':
      return (
        <span className={styles.status} data-tone="warning" role="status">
          Not saved: server unreachable — stored in this browser
          <button type="button" className={styles.link} onClick={autosave.retry}>
            Retry
          </button>
        </span>
      )
    case 'refused':
      return (
        <span
          className={styles.status}
          data-tone="error"
          role="alert"
          title={describeError(save.error).message}
        >
          Not saved: {describeError(save.error).message.split('\n')[0]} — stored in this browser
        </span>
      )
    default:
      return (
        <span className={styles.status} data-tone="error">
          Not saved: conflicting versions
        </span>
      )
  }
}
