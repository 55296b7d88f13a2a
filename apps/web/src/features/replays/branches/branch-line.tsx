import { isEnded, type Replay } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { MODES } from '../modes.ts'
import styles from './branches.module.css'
import type { Branch, ForkRun } from './branches-of.ts'

export const nameOf = (branch: Branch): string =>
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
        {replay.verdict ?? (isEnded(replay.status) ? 'open it for the verdict' : 'running')}
      </span>
      <span className={styles.faint}>
        {replay.version === null ? 'edited or draft' : `v${replay.version}`}
      </span>
      <RelativeTime at={replay.createdAt} />
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
      <RelativeTime at={run.createdAt} />
    </>
  )
}
