import type { Callees } from '@lathe/contract'
import { Count, Duration, RunningDuration } from '../../../ui/quantities.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { plural } from '../../../lib/format.ts'
import { useCallees } from '../use-callees.ts'
import { useNodeTitle } from '../use-node-title.ts'
import type { StepView } from '../../../lib/run-view/run-view.ts'
import { Element } from './element.tsx'
import { RetryLine } from './retry-line.tsx'
import { useTurn } from './run-context.ts'
import { StepFrom } from './step-from.tsx'
import styles from './steps-list.module.css'

type StepsListProps = {
  onShowNode: (id: string) => void
}

/** Every execution of a node in the order they began, folded under its count. */
export function StepsList({ onShowNode }: StepsListProps) {
  const order = useTurn((state) => state.view.stepOrder)
  const callees = useCallees()
  if (order.length === 0) return null
  return (
    <details className={styles.root}>
      <summary>{plural(order.length, 'step')}</summary>
      <ol className={styles.list}>
        {order.map((id) => (
          <Step key={id} {...{ id, callees, onShowNode }} />
        ))}
      </ol>
    </details>
  )
}

type InListProps = StepsListProps & { callees: Callees }

function Step({ id, callees, onShowNode }: InListProps & { id: string }) {
  const step = useTurn((state) => state.view.steps[id])
  return step ? <StepRow {...{ step, callees, onShowNode }} /> : null
}

function StepRow({ step, callees, onShowNode }: InListProps & { step: StepView }) {
  const title = useNodeTitle(step.node, callees)
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
