import type { Run } from '@lathe/contract'
import { useState } from 'react'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { createRunStore } from '../run/run-store.ts'
import styles from './console.module.css'
import { RunContext } from './run-context.ts'
import { TurnBody } from './turn-body.tsx'
import { TurnInput } from './turn-input.tsx'
import { useFollowRun } from './use-follow-run.ts'

type PastTurnProps = {
  run: Run
  isInitiallyOpen: boolean
  onShowNode: (id: string) => void
}

/** An earlier run of the thread; its events are read when it is unfolded. */
export function PastTurn({ run, isInitiallyOpen, onShowNode }: PastTurnProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  return (
    <details
      className={styles.past}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.pastTitle}>
        <StatusIcon status={run.status} />
        <span>{run.title}</span>
        <RelativeTime at={run.createdAt} />
      </summary>
      {isOpen && <PastRun runId={run.id} onShowNode={onShowNode} />}
    </details>
  )
}

function PastRun({ runId, onShowNode }: { runId: string; onShowNode: (id: string) => void }) {
  const [store] = useState(createRunStore)
  useFollowRun(store, runId)
  return (
    <RunContext value={store}>
      <div className={styles.turn}>
        <TurnInput runId={runId} />
        <TurnBody onShowNode={onShowNode} />
      </div>
    </RunContext>
  )
}
