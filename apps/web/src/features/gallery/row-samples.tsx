import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { KindIcon } from '../../ui/status/kind-icon.tsx'
import { Cost, Duration } from '../../ui/status/quantities.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { Tree } from '../../ui/tree/tree.tsx'
import styles from './gallery.module.css'

const STATUSES = ['success', 'success', 'error', 'interrupted', 'running', 'cancelled'] as const
const KINDS = ['agent', 'chain', 'model', 'tool', 'retriever', 'embedding'] as const

type Sample = { id: string; status: (typeof STATUSES)[number]; ms: number; nanos: number | null }

const samples: Sample[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `run-${index}`,
  status: STATUSES[index % STATUSES.length] ?? 'success',
  ms: 0.3 * 1.003 ** index,
  nanos: index % 7 === 0 ? null : index * 123_456,
}))

const columns: Column<Sample>[] = [
  {
    id: 'status',
    header: 'Status',
    width: '112px',
    cell: (row) => <StatusIcon status={row.status} hasLabel />,
  },
  { id: 'title', header: 'Title', cell: (row) => row.id },
  {
    id: 'ms',
    header: 'Duration',
    width: '88px',
    isNumeric: true,
    cell: (row) => <Duration ms={row.ms} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '88px',
    isNumeric: true,
    cell: (row) => <Cost nanos={row.nanos} />,
  },
]

export function RowSamples() {
  const [previewId, setPreviewId] = useState<string>()
  return (
    <>
      <div className={styles.half}>
        <DataTable
          label="Sample runs"
          columns={columns}
          rows={samples}
          rowId={(row) => row.id}
          selectedId={previewId}
          onPreview={(row) => setPreviewId(row.id)}
          onOpen={(row) => setPreviewId(row.id)}
          options={{ tone: sampleTone }}
        />
      </div>
      <div className={styles.half}>
        <TreeSample />
      </div>
    </>
  )
}

const sampleTone = ({ status }: Sample) =>
  status === 'error' || status === 'interrupted' ? status : undefined

function TreeSample() {
  const [foldedIds, setFoldedIds] = useState<ReadonlySet<number>>(new Set())
  const [selectedId, setSelectedId] = useState<string>()
  const rows = useMemo(
    () =>
      Array.from({ length: 300 }, (_, group) => group).flatMap((group) => {
        const isExpanded = !foldedIds.has(group)
        const parent = { id: `${group}`, level: 1, isExpanded, kind: 'agent' as const }
        const children = KINDS.map((kind, child) => ({
          id: `${group}.${child}`,
          level: child > 2 ? 3 : 2,
          isExpanded: child === 2 ? true : undefined,
          kind,
        }))
        return isExpanded ? [parent, ...children] : [parent]
      }),
    [foldedIds],
  )

  const handleToggle = (id: string, isExpanded: boolean) => {
    const next = new Set(foldedIds)
    if (isExpanded) next.delete(Number(id))
    else next.add(Number(id))
    setFoldedIds(next)
  }

  return (
    <Tree
      label="Sample spans"
      rows={rows}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onToggle={handleToggle}
      renderRow={(row) => (
        <>
          <KindIcon kind={row.kind} /> span {row.id}
        </>
      )}
    />
  )
}
