import { Button } from '@mantine/core'
import type { Agent, AgentCaller } from '@lathe/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { agentColumns } from './agent-columns.tsx'
import styles from './agents-page.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'

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

/** Deletes an agent at once. Undo restores it with its runs and versions. */
function useDeleteAgent() {
  const queries = useQueryClient()

  return useCallback(
    (agent: Agent) => {
      const refresh = () => void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      const restore = () =>
        client.agents
          .restore({ id: agent.id })
          .catch((error) =>
            showToast(`Could not restore the agent: ${errorMessage(error)}`, 'error'),
          )
          .finally(refresh)

      client.agents.delete({ agent: agent.id }).then(
        ({ calledBy }) => {
          refresh()
          const message = `${agent.name} deleted${deletionText(calledBy)}`
          showUndoToast({ message, onUndo: () => void restore() })
        },
        (error) => showToast(`Could not delete ${agent.name}: ${errorMessage(error)}`, 'error'),
      )
    },
    [queries],
  )
}

/** Lists the agents that call the deleted one and can no longer run. */
function deletionText(calledBy: readonly AgentCaller[]): string {
  const names = calledBy.map(({ name }) => name)
  if (names.length === 0) return ''
  return `. ${names.join(', ')} ${names.length === 1 ? 'calls' : 'call'} it and cannot run without it`
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
