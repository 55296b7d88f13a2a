import { RunFromIcon } from '../run-from/run-from-icon.tsx'
import { useTurn } from './run-context.ts'
import styles from './steps-list.module.css'

/** Runs the draft from the state a step of this turn began with. */
export function StepFrom({ superstep, title }: { superstep: number; title: string }) {
  const runId = useTurn((state) => state.runId)
  const isLive = useTurn(({ view }) => view.status === 'running' || view.status === 'pending')
  if (runId === undefined || isLive) return null
  return (
    <RunFromIcon
      className={styles.from}
      place={{ runId, superstep }}
      label={`Run from ${title}, step ${superstep}`}
    />
  )
}
