import type { ReplayReport, SuppressedWrite, ExchangeKind, ReplayedCall } from '@lathe/contract'
import { useMemo } from 'react'
import { IconClock, IconDatabase, IconUser, IconWorld } from '@tabler/icons-react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { DataTable, type Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type SideNames, AnswerIcon, SamenessIcon } from './sameness-icon.tsx'
import { isSameStep, nextDivergence } from './verdict.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import styles from './report.module.css'

type StepTableProps = {
  steps: ReplayReport['steps']
  names: SideNames
  hasServedSteps: boolean
  findTitle: (node: string) => string
  selected: number
  onSelect: (index: number) => void
}

/** The calls of both executions, aligned. */
export function StepTable(props: StepTableProps) {
  const { steps, names, hasServedSteps, findTitle, selected, onSelect } = props
  const rows = useMemo(() => steps.map((step, index): StepRow => ({ ...step, index })), [steps])
  const columns = useMemo(
    () => stepColumns({ names, hasServedSteps, findTitle }),
    [names, hasServedSteps, findTitle],
  )
  const showNext = () => {
    const next = nextDivergence(steps, selected)
    if (next !== undefined) onSelect(next)
  }
  useHotkeys([{ keys: 'd', label: 'Next divergence', group: 'Comparison', run: showNext }])

  return (
    <DataTable
      label="Calls"
      columns={columns}
      rows={rows}
      rowId={({ index }) => String(index)}
      selectedId={String(selected)}
      onOpen={({ index }) => onSelect(index)}
      onMove={({ index }) => onSelect(index)}
      options={{
        tone: (step) => (isSameStep(step) ? undefined : 'interrupted'),
        empty: (
          <EmptyState title="No calls" hint="Neither run made a call. Compare their states." />
        ),
      }}
    />
  )
}

/** The suppressed side effects with their arguments and substitute results. */
export function SuppressedSideEffects({ writes }: { writes: readonly SuppressedWrite[] }) {
  if (writes.length === 0) {
    return (
      <EmptyState
        title="No suppressed side effects"
        hint="Replays do not call tools with side effects unless you allow them. The suppressed calls are listed here."
      />
    )
  }
  return (
    <ol className={styles.suppressedWrites} aria-label="Suppressed side effects">
      {writes.map((write, index) => (
        // Items are identified by position.
        <li key={index}>
          <p>
            <strong>{write.tool}</strong> not called{' '}
            <span className={styles.faint}>{formatAddress(write.address)}</span>
          </p>
          <JsonView label={`Arguments of ${write.tool}`} value={write.args} />
          <p className={styles.faint}>
            {write.error
              ? `Returned an error to the graph: ${write.error.message}`
              : 'Returned to the graph:'}
          </p>
          {!write.error && (
            <JsonView label={`Substitute result of ${write.tool}`} value={write.result} />
          )}
        </li>
      ))}
    </ol>
  )
}

export type StepRow = ReplayedCall & { index: number }

const SERVED_LABELS: Record<NonNullable<ReplayedCall['servedBy']>, string> = {
  recording: 'recording',
  'stand-in': 'suppressed',
  live: 'live',
}

type ColumnOptions = {
  names: SideNames
  hasServedSteps: boolean
  findTitle: (node: string) => string
}

const stepColumns = ({ names, hasServedSteps, findTitle }: ColumnOptions): Column<StepRow>[] => [
  {
    id: 'superstep',
    header: 'Step',
    width: '52px',
    isNumeric: true,
    cell: ({ address }) => address.superstep,
  },
  {
    id: 'node',
    header: 'Node',
    cell: ({ address }) => (
      <span className={styles.place} title={formatAddress(address)}>
        {address.path.map(findTitle).join(' / ') || '—'}
        {address.branch !== null && <span className={styles.faint}> copy</span>}
        {stepNumber(address) > 1 && <span className={styles.faint}> #{stepNumber(address)}</span>}
      </span>
    ),
  },
  {
    id: 'call',
    header: 'Call',
    isSecondary: true,
    cell: ({ kind, name }) => (
      <span className={styles.call} title={`${kind} ${name}`}>
        <CallIcon kind={kind} />
        <span>{name}</span>
      </span>
    ),
  },
  {
    id: 'request',
    header: 'Request',
    width: '128px',
    cell: ({ request }) => <SamenessIcon value={request} names={names} />,
  },
  {
    id: 'answer',
    header: 'Answer',
    width: '96px',
    cell: (step) => <AnswerIcon step={step} names={names} />,
  },
  ...(hasServedSteps
    ? [
        {
          id: 'served',
          header: 'From',
          width: '84px',
          cell: ({ servedBy }: StepRow) => (
            <span className={styles.served} data-by={servedBy ?? 'none'}>
              {servedBy ? SERVED_LABELS[servedBy] : 'not called'}
            </span>
          ),
        },
      ]
    : []),
]

/** In a subgraph, ordinals of each step start at another thousand. */
const stepNumber = ({ ordinal }: ReplayedCall['address']): number => (ordinal % 1_000) + 1

const stepWithin = ({ ordinal }: ReplayedCall['address']): number => Math.floor(ordinal / 1_000)

export const formatAddress = (
  address: ReplayedCall['address'],
  findTitle: (node: string) => string = (node) => node,
): string => {
  const { path, superstep, branch } = address
  const subgraphStep = stepWithin(address)
  return [
    path.map(findTitle).join(' › '),
    `superstep ${superstep}`,
    branch !== null && `copy ${branch.slice(0, 8)}`,
    subgraphStep > 0 && `its step ${subgraphStep}`,
    `call ${stepNumber(address)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const OTHER_ICONS = { http: IconWorld, human: IconUser, world: IconClock, cache: IconDatabase }

export function CallIcon({ kind }: { kind: ExchangeKind }) {
  if (kind === 'model' || kind === 'embedding' || kind === 'tool' || kind === 'retriever')
    return <KindIcon kind={kind} />
  const Shape = OTHER_ICONS[kind]
  return <Shape size={14} stroke={1.75} role="img" aria-label={kind} />
}
