import type { Json } from '@lathe/contract'
import type { RunView } from '../../../lib/run-view/run-view.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FieldChangeView } from '../../../ui/field-change.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { jsonChanges } from '../../../lib/json-changes.ts'
import styles from './watch.module.css'

type MomentProps = {
  view: RunView
  /** The state before the step that is shown. */
  before: Readonly<Record<string, Json>>
  superstep: number | undefined
}

/** What is being said, and what the step has changed so far. */
export function Moment({ view, before, superstep }: MomentProps) {
  const changes = jsonChanges(before, view.channels)
  const streaming = Object.values(view.messages).filter(({ message }) => message === null)
  const last = view.transcript.findLast(({ type }) => type === 'message')
  const said = streaming.length > 0 ? streaming : last ? [view.messages[last.id]] : []
  const hasStarted = view.stepOrder.length > 0
  if (!hasStarted) return <EmptyState title="Not begun" hint="Play it, or step to the right." />
  return (
    <div className={styles.moment} role="region" aria-label="This moment" tabIndex={0}>
      <section className={styles.part}>
        <h2>{superstep === undefined ? 'Before the first step' : `Step ${superstep}`}</h2>
        {changes.length === 0 ? (
          <p className={styles.faint}>It has changed nothing yet.</p>
        ) : (
          changes.map((field, index) => (
            // Two fields may have one path, where a list's item gave way to another.
            <FieldChangeView key={`${index} ${field.path}`} field={field} />
          ))
        )}
      </section>
      {said.map(
        (message) =>
          message && (
            <section
              key={message.id}
              className={styles.part}
              aria-label={`Said by ${message.node}`}
            >
              <h2>
                {message.node}{' '}
                {message.message === null && <span className={styles.faint}>says</span>}
              </h2>
              {message.text !== '' && <Markdown text={message.text} />}
              {message.toolArgs !== '' && <pre className={styles.args}>{message.toolArgs}</pre>}
            </section>
          ),
      )}
      <section className={styles.part}>
        <h2>State</h2>
        <JsonView label="State" value={view.channels} />
      </section>
    </div>
  )
}
