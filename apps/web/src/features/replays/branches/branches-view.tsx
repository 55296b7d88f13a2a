import { isEnded, type Replay, type Trace } from '@lathe/contract'
import { Button, Checkbox } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { MODES } from '../modes.ts'
import styles from './branches.module.css'
import { type Branch, branchesOf, type ForkRun } from './branches-of.ts'

const MOST = 200

/** What came of a run: its replays and the forks of its thread; any two can be compared. */
export function BranchesView({ trace }: { trace: Trace }) {
  const { data: replays } = useSuspenseQuery({
    ...api.replays.list.queryOptions({ input: { traceId: trace.id, limit: MOST } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => !isEnded(status)) ? 1_000 : false,
  })
  const { data: forks } = useSuspenseQuery({
    queryKey: [...api.runs.list.key(), 'forks', trace.threadId],
    queryFn: () => listForks(trace.threadId),
  })
  const navigate = useNavigate()
  const [picked, setPicked] = useState<readonly string[]>([])
  const branches = branchesOf(trace.id, forks)
  const toggle = (id: string) =>
    setPicked((old) =>
      old.includes(id) ? old.filter((each) => each !== id) : [...old.slice(-1), id],
    )
  const [a, b] = picked.length === 1 ? [trace.id, picked[0]] : picked
  const compare = () => {
    if (a !== undefined && b !== undefined) void navigate({ to: '/traces/diff', search: { a, b } })
  }
  useHotkeys([{ keys: 'c', label: 'Compare the chosen', group: 'Branches', run: compare }])

  if (replays.items.length === 0 && branches.length === 0) {
    return (
      <EmptyState
        title="Nothing has come of this run yet"
        hint={
          <>
            Replay it with <Keys keys="r" />, or run on from one of its steps in the workbench: each
            is a branch of its own, and nothing is overwritten.
          </>
        }
      />
    )
  }
  return (
    <section className={styles.root} aria-label="Branches">
      <header className={styles.head}>
        <p>
          {picked.length === 0
            ? 'Choose one to compare with this run, or two to compare with each other.'
            : `${picked.length} chosen`}
        </p>
        <Button
          size="xs"
          variant="default"
          rightSection={<Keys keys="c" />}
          disabled={b === undefined}
          onClick={compare}
        >
          Compare
        </Button>
      </header>
      <ul className={styles.list}>
        {replays.items.map((replay) => (
          <li key={replay.id} className={styles.item}>
            <Pick id={replay.id} name={MODES[replay.mode].name} {...{ picked, toggle }} />
            <ReplayLine replay={replay} />
          </li>
        ))}
        {branches.map((branch) => (
          <li
            key={branch.run.id}
            className={styles.item}
            style={{ paddingLeft: `calc(var(--indent) * ${branch.depth} + var(--space-16))` }}
          >
            <Pick id={branch.run.id} name={branch.run.title} {...{ picked, toggle }} />
            <ForkLine branch={branch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type PickProps = {
  id: string
  name: string
  picked: readonly string[]
  toggle: (id: string) => void
}

const Pick = ({ id, name, picked, toggle }: PickProps) => (
  <Checkbox
    size="xs"
    aria-label={`Choose ${name}`}
    checked={picked.includes(id)}
    onChange={() => toggle(id)}
  />
)

function ReplayLine({ replay }: { replay: Replay }) {
  return (
    <>
      <StatusIcon status={replay.status} />
      <Link to="/replays/$replayId" params={{ replayId: replay.id }} search={{}}>
        {MODES[replay.mode].name}
      </Link>
      <span className={styles.verdict} data-verdict={replay.verdict ?? 'none'}>
        {replay.verdict ?? (isEnded(replay.status) ? 'open it for the verdict' : 'running')}
      </span>
      <span className={styles.faint}>
        {replay.version === null ? 'edited or draft' : `v${replay.version}`}
      </span>
      <RelativeTime at={replay.createdAt} />
    </>
  )
}

function ForkLine({ branch: { run } }: { branch: Branch }) {
  return (
    <>
      <StatusIcon status={run.status} />
      <Link to="/traces/$traceId" params={{ traceId: run.id }} search={{}}>
        {run.title || 'Fork'}
      </Link>
      <span className={styles.faint}>
        fork{run.version === null ? ' of the draft' : ` with v${run.version}`}
      </span>
      <RelativeTime at={run.createdAt} />
    </>
  )
}

/** Runs of the thread that went on from an earlier checkpoint, with the run that had left it. */
async function listForks(threadId: string | null): Promise<ForkRun[]> {
  if (threadId === null) return []
  const [{ items: runs }, history] = await Promise.all([
    client.runs.list({ threadId, limit: MOST }),
    client.threads.history({ id: threadId, limit: MOST }).catch(() => ({ items: [] })),
  ])
  if (runs.length < 2) return []
  const runOf = new Map(history.items.map(({ id, runId }) => [id, runId]))
  const details = await Promise.all(runs.map(({ id }) => client.runs.get({ id })))
  return details.flatMap((run) => {
    const checkpoint = run.steering.checkpoint?.id
    // Null is the thread's own beginning, which no run has left.
    return checkpoint == null ? [] : [{ run, from: runOf.get(checkpoint) ?? null }]
  })
}
