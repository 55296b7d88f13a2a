import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatExactCount } from '../../../lib/format/format.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import styles from './history.module.css'
import { highlightLanes } from './lanes.ts'
import type { TreeRow } from './tree-rows.ts'
import { ancestorIds, findSibling } from './tree-walk.ts'
import type { ThreadTree } from './use-tree.ts'

const route = getRouteApi('/threads/$thread')

type CheckpointTreeProps = { tree: ThreadTree; selected: TreeRow | undefined }

/**
 * The checkpoint tree, newest first, with the ancestors of the selected checkpoint highlighted. j
 * and k move in time, h and l between branches.
 */
export function CheckpointTree({ tree, selected }: CheckpointTreeProps) {
  const { rows, width, nodes, hasMore } = tree
  const navigate = route.useNavigate()
  const id = selected?.node.id
  const line = useMemo(() => new Set(ancestorIds(nodes, id)), [nodes, id])
  const columns = useMemo(() => {
    const lanes = rows.map((row) => row.lane)
    const litByRow = highlightLanes(lanes, (row) => line.has(rows[row]?.node.id ?? ''))
    const litById = new Map(rows.map((row, index) => [row.node.id, litByRow[index]]))
    return treeColumns(width, line, litById)
  }, [rows, width, line])
  const show = (checkpointId: string) =>
    void navigate({
      search: (current) => ({ ...current, at: checkpointId }),
      replace: true,
      resetScroll: false,
    })
  const selectSibling = (step: 1 | -1) => {
    const siblingId = id === undefined ? undefined : findSibling(nodes, id, step)
    if (siblingId !== undefined) show(siblingId)
  }

  useHotkeys([
    { keys: 'h', label: 'Previous branch', group: 'Rows', run: () => selectSibling(-1) },
    { keys: 'l', label: 'Next branch', group: 'Rows', run: () => selectSibling(1) },
  ])

  return (
    <section className={styles.checkpoint} aria-label="Checkpoints">
      {hasMore && (
        <p className={styles.cut}>
          Showing the newest {formatExactCount(rows.length)} checkpoints.
        </p>
      )}
      <DataTable
        label="Checkpoints, newest first"
        columns={columns}
        rows={rows}
        rowId={({ node }) => node.id}
        selectedId={id}
        onOpen={({ node }) => show(node.id)}
        onMove={({ node }) => show(node.id)}
        options={{
          rowHeight: 28,
          tone: ({ endedRun }) => (endedRun?.status === 'interrupted' ? 'interrupted' : undefined),
          empty: (
            <EmptyState
              title="No checkpoints yet"
              hint="A run saves one for its input and one after each step."
            />
          ),
        }}
      />
    </section>
  )
}

const treeColumns = (
  width: number,
  line: ReadonlySet<string>,
  litByRow: ReadonlyMap<string, number | undefined>,
): Column<TreeRow>[] => [
  {
    id: 'lanes',
    header: '',
    width: `${Math.min(24 + 14 * width, 240)}px`,
    cell: (row) => (
      <LaneCell
        row={row}
        width={width}
        isOnLine={line.has(row.node.id)}
        litLane={litByRow.get(row.node.id)}
      />
    ),
  },
  {
    id: 'made',
    header: 'Created by',
    cell: ({ node, origin }) => (
      <span className={styles.made}>
        <span>{origin}</span>
        {node.next.length > 0 && (
          <span className={styles.secondary}>then {node.next.join(', ')}</span>
        )}
      </span>
    ),
  },
  { id: 'run', header: 'Run', width: '34%', cell: (row) => <RunCell row={row} /> },
  {
    id: 'at',
    header: 'Saved',
    width: '88px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ node }) => <RelativeTime time={node.createdAt} />,
  },
]

function RunCell({ row: { starts, endedRun } }: { row: TreeRow }) {
  const run = endedRun ?? starts
  if (!run) return null
  return (
    <span className={styles.run}>
      {endedRun && <StatusIcon status={endedRun.status} />}
      <span className={endedRun ? undefined : styles.secondary}>
        {starts && !endedRun ? 'begins: ' : ''}
        {run.title || 'Untitled'}
      </span>
    </span>
  )
}

const GAP = 14
const HEIGHT = 28
const MIDDLE = HEIGHT / 2

type LaneCellProps = {
  row: TreeRow
  width: number
  /** Whether the selected checkpoint descends from this row. */
  isOnLine: boolean
  /** The lane above through which the highlighted line comes down. */
  litLane: number | undefined
}

const x = (lane: number) => GAP / 2 + lane * GAP

/**
 * The branch lines through one row and its dot: a square for a run start, a diamond for an
 * interrupt.
 */
function LaneCell({ row: { node, lane, starts }, width, isOnLine, litLane }: LaneCellProps) {
  const { lane: laneIndex, joining: joiningLanes, passing: passingLanes, continues } = lane
  return (
    <svg
      className={styles.lanes}
      width={GAP * width}
      height={HEIGHT}
      data-on-line={isOnLine || undefined}
      aria-hidden
    >
      {passingLanes.map((other) => (
        <path
          key={other}
          data-lit={other === litLane || undefined}
          d={`M${x(other)} 0V${HEIGHT}`}
        />
      ))}
      {joiningLanes.map((other) => (
        <path key={other} data-lit={other === litLane || undefined} d={curve(other, laneIndex)} />
      ))}
      {continues && (
        <path data-lit={isOnLine || undefined} d={`M${x(laneIndex)} ${MIDDLE}V${HEIGHT}`} />
      )}
      <Dot x={x(laneIndex)} shape={node.hasInterrupt ? 'asked' : starts ? 'start' : 'step'} />
    </svg>
  )
}

const curve = (from: number, to: number) =>
  from === to
    ? `M${x(from)} 0V${MIDDLE}`
    : `M${x(from)} 0C${x(from)} ${MIDDLE} ${x(to)} 2 ${x(to)} ${MIDDLE}`

function Dot({ x, shape }: { x: number; shape: 'asked' | 'start' | 'step' }) {
  if (shape === 'step') return <circle cx={x} cy={MIDDLE} r={3.5} />
  const size = shape === 'start' ? 8 : 7
  return (
    <rect
      x={x - size / 2}
      y={MIDDLE - size / 2}
      width={size}
      height={size}
      data-shape={shape}
      {...(shape === 'asked' && { transform: `rotate(45 ${x} ${MIDDLE})` })}
    />
  )
}
