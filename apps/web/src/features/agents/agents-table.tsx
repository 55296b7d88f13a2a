import { Button } from '@mantine/core'
import type { Agent } from '@lathe/contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { agentColumns } from './agent-columns.tsx'
import styles from './agents-page.module.css'
import { useDeleteAgent } from './use-delete-agent.ts'

const ROW = 48
const HEAD = 29

type AgentsTableProps = {
  agents: readonly Agent[]
  query: string
  onClear: () => void
}

export function AgentsTable({ agents, query, onClear }: AgentsTableProps) {
  const navigate = useNavigate()
  const deleteAgent = useDeleteAgent()
  const columns = useMemo(() => agentColumns(deleteAgent), [deleteAgent])

  useHotkeys([
    {
      keys: 'delete',
      label: 'Delete agent',
      group: 'Agents',
      hidden: true,
      run: () => {
        const agent = agents[focusedRow() ?? -1]
        if (agent) deleteAgent(agent)
      },
    },
  ])

  if (agents.length === 0) {
    return query === '' ? (
      <EmptyState
        title="No agents yet"
        hint="An agent is a graph of models, tools and decisions. Start with a template below, or with an empty canvas."
      />
    ) : (
      <EmptyState
        title={`No agent matches “${query}”`}
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.table} style={{ height: HEAD + agents.length * ROW }}>
      <DataTable
        label="Agents"
        columns={columns}
        rows={agents}
        rowId={(agent) => agent.id}
        onOpen={(agent) => void navigate({ to: '/agents/$agent', params: { agent: agent.slug } })}
        options={{ rowHeight: ROW }}
      />
    </div>
  )
}

/** The number of the focused row. */
function focusedRow(): number | undefined {
  const row = document.activeElement?.closest('tr[data-index]')
  return row instanceof HTMLElement ? Number(row.dataset['index']) : undefined
}
