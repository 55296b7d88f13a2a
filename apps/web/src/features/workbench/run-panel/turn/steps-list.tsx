import type { CalledAgents } from '@lathe/contract'
import { Count, Duration, RunningDuration } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import { plural } from '../../../../lib/format/format.ts'
import { useCalledAgents, useNodeTitle } from '../../called-agents.ts'
import type { StepView } from '../../../../lib/run-view/run-view.ts'
import { Element, RetryLine } from './live-lines.tsx'
import { useTurn } from '../../run/run-store.ts'
import styles from './steps-list.module.css'
import { RunFromIcon } from '../../run-from/run-from-buttons.tsx'

type StepsListProps = {
  onShowNode: (id: string) => void
}

/** Lists every execution of a node in order, collapsed under its count. */
export function StepsList({ onShowNode }: StepsListProps) {
  const order = useTurn((state) => state.view.stepOrder)
  const calledAgents = useCalledAgents()
  if (order.length === 0) return null
  return (
    <details className={styles.root}>
      <summary>{plural(order.length, 'step')}</summary>
      <ol className={styles.list}>
        {order.map((id) => (
          <StepItem key={id} {...{ id, calledAgents, onShowNode }} />
        ))}
      </ol>
    </details>
  )
}

type InListProps = StepsListProps & { calledAgents: CalledAgents }

function StepItem({ id, calledAgents, onShowNode }: InListProps & { id: string }) {
  const step = useTurn((state) => state.view.steps[id])
  return step ? <StepRow {...{ step, calledAgents, onShowNode }} /> : null
}

function StepRow({ step, calledAgents, onShowNode }: InListProps & { step: StepView }) {
  const title = useNodeTitle(step.node, calledAgents)
  const depth = step.node.split('/').length - 1
  return (
    <li className={styles.item} style={{ paddingLeft: `calc(${depth} * var(--indent))` }}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.row}
          onClick={() => onShowNode(step.node.split('/')[0] ?? step.node)}
        >
          <span className={styles.number} title="Superstep">
            {step.superstep}
          </span>
          <StatusIcon status={step.status} />
          <span className={styles.title}>
            {title}
            {step.element !== null && <Element text={step.element} />}
          </span>
          {step.isCached && <span className={styles.note}>cached</span>}
          {step.isPinned && <span className={styles.note}>pinned</span>}
          {step.retries > 0 && (
            <span className={styles.note}>
              <Count value={step.retries} unit="retries" />× retried
            </span>
          )}
          {step.durationMs === null ? (
            <RunningDuration since={step.startedAt} />
          ) : (
            <Duration ms={step.durationMs} />
          )}
        </button>
        {depth === 0 && <StepFrom superstep={step.superstep} title={title} />}
      </div>
      {step.retry && <RetryLine retry={step.retry} />}
      {step.error && <p className={styles.error}>{step.error.message}</p>}
    </li>
  )
}

/** Runs the draft from the state before a step of this turn. */
function StepFrom({ superstep, title }: { superstep: number; title: string }) {
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
