import { Button, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../lib/format/format.ts'
import { leaveGuide, setGuideExpanded, useGuideStore } from '../../lib/browser/guide.ts'
import { completedSteps, GUIDE_STEPS, type GuideFacts } from './guide-facts.ts'
import styles from './guide.module.css'
import { useGuideAction } from './use-guide-action.ts'

/** The next step in one line, shown on every page. */
export function GuideStrip({ facts }: { facts: GuideFacts }) {
  const done = completedSteps(facts)
  const next = GUIDE_STEPS.find(({ id }) => !done.has(id))
  const { act, isBusy } = useGuideAction(facts)

  return (
    <section className={styles.strip} aria-label="Guided start">
      <Link
        to="/"
        className={styles.count ?? ''}
        title="All steps"
        onClick={() => setGuideExpanded(true)}
      >
        {done.size} of {GUIDE_STEPS.length}
      </Link>
      {next ? (
        <>
          <p role="status">
            <strong>{next.title}</strong>
            <span className={styles.hint}>{next.hint}</span>
          </p>
          <Button size="xs" variant="default" loading={isBusy} onClick={() => act(next.id)}>
            {next.action}
          </Button>
        </>
      ) : (
        <p role="status">
          <strong>Done.</strong>
          <Completion />
        </p>
      )}
      <CloseButton size="sm" aria-label="Exit guided start" onClick={leaveGuide} />
    </section>
  )
}

function Completion() {
  const { startedAt, endedAt } = useGuideStore()
  const durationMs = startedAt !== null && endedAt !== null ? endedAt - startedAt : null
  return (
    <span className={styles.hint}>
      {durationMs === null || durationMs < 0
        ? 'Your agent ran, and its trace is saved.'
        : `You created and traced your first agent in ${formatDuration(durationMs)}.`}
    </span>
  )
}
