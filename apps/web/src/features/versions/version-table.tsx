import type { Agent, AgentVersion } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { diffDocuments } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { authorNames } from '../../lib/format/author-names.ts'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { type Comparison, sideName, type Side, sideBefore, documentQuery } from './sides.ts'
import styles from './versions.module.css'
import { summarizeDiff } from './change-items.ts'

const route = getRouteApi('/agents/$agent/versions')

type Row = { side: Side; before: Side; version?: AgentVersion }

type VersionTableProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  comparison: Comparison
}

/** Lists the draft if it has changes, then the versions, newest first. */
export function VersionTable({ agent, versions, comparison }: VersionTableProps) {
  const navigate = route.useNavigate()
  const rows = useMemo(() => tableRows(agent, versions), [agent, versions])
  const columns = useMemo(() => versionColumns(agent.id), [agent.id])

  return (
    <DataTable
      label="Versions"
      columns={columns}
      rows={rows}
      rowId={({ side }) => String(side)}
      selectedId={String(comparison.to)}
      onOpen={({ side, before }) =>
        void navigate({ search: { from: String(before), to: String(side) } })
      }
      options={{ rowHeight: 72 }}
    />
  )
}

const tableRows = (agent: Agent, versions: readonly AgentVersion[]): Row[] => [
  ...(agent.hasDraftChanges
    ? [{ side: 'draft' as const, before: sideBefore('draft', versions) }]
    : []),
  ...versions.map((version) => ({
    side: version.number,
    before: sideBefore(version.number, versions),
    version,
  })),
]

const versionColumns = (agentId: string): Column<Row>[] => [
  {
    id: 'version',
    header: 'Version',
    width: '92px',
    cell: ({ side, version }) => (
      <span className={styles.number}>
        {sideName(side)}
        {version?.isPublished && <span className={styles.published}>published</span>}
      </span>
    ),
  },
  {
    id: 'change',
    header: 'What changed',
    cell: ({ side, before, version }) => (
      <span className={styles.change}>
        <span className={styles.message} title={version?.message}>
          {version ? version.message || 'No message' : 'Not saved yet'}
        </span>
        {version && (
          <span className={styles.note}>
            <RelativeTime time={version.createdAt} />
            <IdChip id={version.hash} objectName="graph's hash" />
            {authorNames[version.author]}
          </span>
        )}
        <span className={styles.note}>
          <ChangeSummary agentId={agentId} from={before} to={side} />
        </span>
      </span>
    ),
  },
]

/** Loads both graphs to count the changes. Only visible rows do so. */
function ChangeSummary({ agentId, from, to }: Comparison & { agentId: string }) {
  const { data: before } = useQuery(documentQuery(agentId, from))
  const { data: after } = useQuery(documentQuery(agentId, to))
  const summary = useMemo(
    () => (before && after ? summarizeDiff(diffDocuments(before, after)) : undefined),
    [before, after],
  )
  return (
    <span className={styles.counts} title={summary}>
      {summary ?? '…'}
    </span>
  )
}
