import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconMessage, IconTrash } from '@tabler/icons-react'
import type { Agent } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import styles from './agents-page.module.css'

export const agentColumns = (onDelete: (agent: Agent) => void): Column<Agent>[] => [
  { id: 'name', header: 'Agent', cell: (agent) => <NameCell agent={agent} /> },
  { id: 'status', header: 'Status', width: '170px', cell: agentStatus },
  {
    id: 'version',
    header: 'Version',
    width: '90px',
    isNumeric: true,
    cell: (agent) => (agent.latestVersion === 0 ? '—' : `v${agent.latestVersion}`),
  },
  {
    id: 'nodes',
    header: 'Nodes',
    width: '80px',
    isNumeric: true,
    cell: (agent) => agent.nodeCount,
  },
  { id: 'chat', header: 'Chat', width: '64px', cell: chatCell },
  {
    id: 'lastRun',
    header: 'Last run',
    width: '130px',
    isNumeric: true,
    cell: (agent) =>
      agent.lastRunAt === null ? (
        <span className={styles.muted}>never</span>
      ) : (
        <span className={styles.lastRun}>
          {agent.lastRunStatus && <StatusIcon status={agent.lastRunStatus} />}
          <RelativeTime time={agent.lastRunAt} />
        </span>
      ),
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '130px',
    isNumeric: true,
    cell: (agent) => <RelativeTime time={agent.updatedAt} />,
  },
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: '56px',
    isNumeric: true,
    cell: (agent) => (
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Delete ${agent.name}`}
          onClick={() => onDelete(agent)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    ),
  },
]

/** Marks agents that accept messages. */
function chatCell({ isChat }: Agent) {
  if (!isChat) return <span className={styles.muted}>—</span>
  const label = 'Chat clients can use this agent'
  return (
    <Tooltip label={label}>
      <IconMessage size={14} role="img" aria-label={label} />
    </Tooltip>
  )
}

function NameCell({ agent }: { agent: Agent }) {
  return (
    <span className={styles.agent}>
      <Link to="/agents/$agent" params={{ agent: agent.slug }} className={styles.name ?? ''}>
        {agent.name}
      </Link>
      <span className={styles.description} title={agent.description}>
        {agent.description === '' ? agent.slug : agent.description}
      </span>
    </span>
  )
}

/** The published version, and whether the draft has newer changes. */
export function agentStatus({ publishedVersion, hasDraftChanges }: Agent): string {
  const published = publishedVersion === null ? 'Not published' : `v${publishedVersion} published`
  return hasDraftChanges ? `${published}, draft has changes` : published
}
