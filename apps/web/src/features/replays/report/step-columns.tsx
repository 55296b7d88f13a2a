import type { ExchangeKind, ReplayStep } from '@lathe/contract'
import { IconClock, IconDatabase, IconUser, IconWorld } from '@tabler/icons-react'
import type { Column } from '../../../ui/data-table.tsx'
import { KindIcon } from '../../../ui/kind-icon.tsx'
import styles from './report.module.css'
import { AnswerMark, SameMark, type SideNames } from './same-mark.tsx'

export type StepRow = ReplayStep & { index: number }

const SERVED: Record<NonNullable<ReplayStep['servedBy']>, string> = {
  tape: 'recording',
  'stand-in': 'withheld',
  live: 'live',
}

type ColumnOptions = { names: SideNames; hasServed: boolean; titleOf: (node: string) => string }

export const stepColumns = ({ names, hasServed, titleOf }: ColumnOptions): Column<StepRow>[] => [
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
      <span className={styles.place} title={placeOf(address)}>
        {address.path.map(titleOf).join(' / ') || '—'}
        {address.branch !== null && <span className={styles.faint}> copy</span>}
        {numberOf(address) > 1 && <span className={styles.faint}> #{numberOf(address)}</span>}
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
    cell: ({ request }) => <SameMark value={request} names={names} />,
  },
  {
    id: 'answer',
    header: 'Answer',
    width: '96px',
    cell: (step) => <AnswerMark step={step} names={names} />,
  },
  ...(hasServed
    ? [
        {
          id: 'served',
          header: 'From',
          width: '84px',
          cell: ({ servedBy }: StepRow) => (
            <span className={styles.served} data-by={servedBy ?? 'none'}>
              {servedBy ? SERVED[servedBy] : 'not called'}
            </span>
          ),
        },
      ]
    : []),
]

/** In a node that is a graph of its own each step counts from another thousand. */
const numberOf = ({ ordinal }: ReplayStep['address']): number => (ordinal % 1_000) + 1

const stepWithin = ({ ordinal }: ReplayStep['address']): number => Math.floor(ordinal / 1_000)

export const placeOf = (
  address: ReplayStep['address'],
  titleOf: (node: string) => string = (node) => node,
): string => {
  const { path, superstep, branch } = address
  const within = stepWithin(address)
  return [
    path.map(titleOf).join(' › '),
    `superstep ${superstep}`,
    branch !== null && `copy ${branch.slice(0, 8)}`,
    within > 0 && `its step ${within}`,
    `call ${numberOf(address)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const OTHERS = { http: IconWorld, human: IconUser, world: IconClock, cache: IconDatabase }

export function CallIcon({ kind }: { kind: ExchangeKind }) {
  if (kind === 'model' || kind === 'embedding' || kind === 'tool' || kind === 'retriever')
    return <KindIcon kind={kind} />
  const Shape = OTHERS[kind]
  return <Shape size={14} stroke={1.75} role="img" aria-label={kind} />
}
