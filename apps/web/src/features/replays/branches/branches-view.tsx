import { type Trace, isEnded, type Replay } from '@lathe/contract'
import { Button, Checkbox } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { listBranches, forksQuery, replaysQuery, type Branch, type ForkRun } from './branches.ts'
import { MODES } from '../modes.ts'
import styles from './branches.module.css'

/** The tree of a run's replays and forks. Any two can be compared. */
export function BranchesView({ trace }: { trace: Trace }) {
  // External threads cannot be forked.
  const isForeign = trace.runId === null
  const { data: forks } = useSuspenseQuery(forksQuery(isForeign ? null : trace.threadId))
  const { data: replays } = useSuspenseQuery(replaysQuery(trace, forks))
  const navigate = useNavigate()
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const branches = listBranches(trace.id, { replays, forks })
  const toggle = (id: string) =>
    setSelectedIds((current) =>
      current.includes(id) ? current.filter((other) => other !== id) : [...current.slice(-1), id],
    )
  const hasOneBranch = selectedIds.length === 1 && selectedIds[0] !== trace.id
  const [a, b] = hasOneBranch ? [trace.id, selectedIds[0]] : selectedIds
  const compare = () => {
    if (a !== undefined && b !== undefined) void navigate({ to: '/traces/diff', search: { a, b } })
  }
  useHotkeys([{ keys: 'c', label: 'Compare selected', group: 'Branches', run: compare }])

  if (branches.length === 0) {
    return (
      <EmptyState
        title="No branches yet"
        hint={
          isForeign ? (
            'External traces can be watched and compared, but not replayed.'
          ) : (
            <>
              Replay the run with <Keys keys="r" />, or select a step under State and fork from it.
              Each creates a new branch and overwrites nothing.
            </>
          )
        }
      />
    )
  }
  return (
    <section className={styles.root} aria-label="Branches">
      <header className={styles.head}>
        <p>
          {selectedIds.length === 0
            ? 'Select one branch to compare with this run, or two to compare with each other.'
            : hasOneBranch
              ? '1 selected to compare with this run'
              : `${selectedIds.length} selected`}
        </p>
        <DisabledReason reason={b === undefined && 'Select a branch'}>
          <Button size="xs" variant="default" rightSection={<Keys keys="c" />} onClick={compare}>
            Compare
          </Button>
        </DisabledReason>
      </header>
      <ul className={styles.list}>
        <li className={styles.item}>
          <BranchCheckbox id={trace.id} name="this run" {...{ selectedIds, toggle }} />
          <StatusIcon status={trace.status} />
          <strong>This run</strong>
          <span className={styles.faint}>
            {trace.version === null ? 'draft' : `v${trace.version}`}
          </span>
          <RelativeTime time={trace.startedAt} />
        </li>
        {branches.map((branch) => (
          <li
            key={branch.id}
            className={styles.item}
            style={{ paddingLeft: `calc(var(--indent) * ${branch.depth} + var(--space-16))` }}
          >
            <span className={styles.twig} aria-hidden />
            <BranchCheckbox id={branch.id} name={branchName(branch)} {...{ selectedIds, toggle }} />
            <BranchLine branch={branch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type BranchCheckboxProps = {
  id: string
  name: string
  selectedIds: readonly string[]
  toggle: (id: string) => void
}

const BranchCheckbox = ({ id, name, selectedIds, toggle }: BranchCheckboxProps) => (
  <Checkbox
    size="xs"
    aria-label={`Select ${name}`}
    checked={selectedIds.includes(id)}
    onChange={() => toggle(id)}
  />
)

export const branchName = (branch: Branch): string =>
  branch.type === 'replay' ? MODES[branch.replay.mode].name : branch.fork.run.title || 'Fork'

export const BranchLine = ({ branch }: { branch: Branch }) =>
  branch.type === 'replay' ? <ReplayLine replay={branch.replay} /> : <ForkLine fork={branch.fork} />

function ReplayLine({ replay }: { replay: Replay }) {
  return (
    <>
      <StatusIcon status={replay.status} />
      <Link to="/replays/$replayId" params={{ replayId: replay.id }} search={{}}>
        {MODES[replay.mode].name}
      </Link>
      <span className={styles.verdict} data-verdict={replay.verdict ?? 'none'}>
        {replay.verdict ?? (isEnded(replay.status) ? 'open to see the verdict' : 'running')}
      </span>
      <span className={styles.faint}>
        {replay.version === null ? 'edited or draft' : `v${replay.version}`}
      </span>
      <RelativeTime time={replay.createdAt} />
    </>
  )
}

function ForkLine({ fork: { run, superstep } }: { fork: ForkRun }) {
  return (
    <>
      <StatusIcon status={run.status} />
      <Link to="/traces/$traceId" params={{ traceId: run.id }} search={{}}>
        {run.title || 'Fork'}
      </Link>
      <span className={styles.faint}>
        fork{superstep === null ? '' : ` after step ${superstep}`}
        {run.version === null ? ' of the draft' : ` with v${run.version}`}
      </span>
      <RelativeTime time={run.createdAt} />
    </>
  )
}
