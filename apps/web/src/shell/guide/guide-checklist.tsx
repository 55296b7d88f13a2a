import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { leaveGuide, setGuideExpanded } from '../../lib/browser/guide.ts'
import { completedSteps, GUIDE_STEPS, type GuideFacts } from './guide-facts.ts'
import styles from './guide.module.css'
import { useGuideAction } from './use-guide-action.ts'

type GuideChecklistProps = {
  facts: GuideFacts
  /** Whether the list can collapse to one line. */
  canFold?: boolean
}

/** All steps with the button of the next one. Steps complete automatically. */
export function GuideChecklist({ facts, canFold = false }: GuideChecklistProps) {
  const done = completedSteps(facts)
  const next = GUIDE_STEPS.find(({ id }) => !done.has(id))
  const { act, isBusy } = useGuideAction(facts)

  return (
    <section className={styles.checklist} aria-labelledby="guide-title">
      <header>
        <h2 id="guide-title">Guided start</h2>
        <p>Three minutes to a traced run of your own agent.</p>
        <div>
          {canFold && (
            <Button variant="subtle" color="gray" size="xs" onClick={() => setGuideExpanded(false)}>
              Show less
            </Button>
          )}
          <Button variant="subtle" color="gray" size="xs" onClick={leaveGuide}>
            {next ? 'Not now' : 'Close'}
          </Button>
        </div>
      </header>
      <ol>
        {GUIDE_STEPS.map(({ id, title, hint, action }, index) => (
          <li
            key={id}
            data-done={done.has(id) || undefined}
            aria-current={id === next?.id ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {done.has(id) ? <IconCheck size={14} aria-label="Done" /> : index + 1}
            </span>
            <div className={styles.words}>
              <strong>{title}</strong>
              <p>{hint}</p>
            </div>
            {id === next?.id && (
              <Button size="xs" loading={isBusy} onClick={() => act(id)}>
                {action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
