import type { ToolEntry } from '@lathe/contract'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { plural } from '../../lib/format/format.ts'
import styles from './tools.module.css'
import { EFFECTS, KINDS } from './words.ts'

const route = getRouteApi('/tools')

type ToolTableProps = {
  tools: readonly ToolEntry[]
  query: string
  selected: string | undefined
  onClear: () => void
}

export function ToolTable({ tools, query, selected, onClear }: ToolTableProps) {
  const navigate = route.useNavigate()
  const open = ({ name }: ToolEntry) =>
    void navigate({ search: ({ q }) => ({ q, tool: name }), replace: selected !== undefined })
  return (
    <DataTable
      label="Tools"
      columns={toolColumns}
      rows={tools}
      rowId={({ name }) => name}
      selectedId={selected}
      onOpen={open}
      onPreview={open}
      options={{
        rowHeight: 44,
        empty: (
          <EmptyState
            title={`No tool matches “${query}”`}
            action={
              <Button variant="default" onClick={onClear}>
                Clear search
              </Button>
            }
          />
        ),
      }}
    />
  )
}

const toolColumns: Column<ToolEntry>[] = [
  { id: 'name', header: 'Tool', cell: (tool) => <NameCell tool={tool} /> },
  { id: 'kind', header: 'Kind', width: '110px', cell: ({ kind }) => KINDS[kind] },
  {
    id: 'effect',
    header: 'Effect',
    width: '70px',
    cell: ({ effect }) => <span title={EFFECTS[effect].hint}>{EFFECTS[effect].label}</span>,
  },
  {
    id: 'used',
    header: 'Used by',
    width: '90px',
    isNumeric: true,
    cell: ({ usedBy: callers }) =>
      callers.length === 0 ? (
        <span className={styles.muted}>—</span>
      ) : (
        <span title={callers.map(({ name }) => name).join(', ')}>
          {plural(callers.length, 'agent')}
        </span>
      ),
  },
]

function NameCell({ tool }: { tool: ToolEntry }) {
  const { name, description, isEnabled } = tool
  return (
    <span className={styles.tool}>
      <span className={styles.toolName} data-off={!isEnabled || undefined}>
        <Link to="/tools" search={(old) => ({ q: old.q, tool: name })}>
          {name}
        </Link>
        {!isEnabled && <span className={styles.muted}> disabled</span>}
      </span>
      <span className={styles.description} title={description}>
        {description}
      </span>
    </span>
  )
}
