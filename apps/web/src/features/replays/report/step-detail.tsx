import { isReusedAnswer } from '@lathe/traces'
import { Button } from '@mantine/core'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { answerOf, requestOf } from './call-parts.ts'
import { Changes, type Showing, ShowingSwitch } from './changes.tsx'
import styles from './report.module.css'
import { AnswerMark, SameMark, type SideNames } from './same-mark.tsx'
import { CallIcon, placeOf, type StepRow } from './step-columns.tsx'
import { useCall } from './use-calls.ts'
import { howOf, isSameStep } from './verdict.ts'

type StepDetailProps = {
  step: StepRow
  /** Ids of the two traces. */
  tape: string
  replay: string
  names: SideNames
  showing: Showing
  titleOf: (node: string) => string
  onShow: (showing: Showing) => void
  /** Replays with this node live. */
  onRunLive?: (node: string) => void
}

/** One call of both executions: request and answer. */
export function StepDetail(props: StepDetailProps) {
  const { step, tape, replay, names, showing, titleOf, onShow, onRunLive } = props
  const [node] = step.address.path
  const before = useCall(tape, step.tape)
  const after = useCall(replay, step.replay)
  const error = before.error ?? after.error
  const isPending = before.isPending || after.isPending
  const { exchange: was } = before
  const { exchange: now } = after
  const isCut = !isPending && !error && !was && !now

  return (
    <article className={styles.detail} aria-label={`Step ${step.index + 1}`}>
      <header className={styles.detailHead}>
        <CallIcon kind={step.kind} />
        <h2>{step.name}</h2>
        <span className={styles.faint}>{placeOf(step.address, titleOf)}</span>
        <span className={styles.end}>
          <ShowingSwitch value={showing} onChange={onShow} />
        </span>
      </header>
      {!isSameStep(step) && <p className={styles.how}>{sentence(howOf(step))}.</p>}
      {isPending && <SkeletonRows awaiting="both calls" count={6} />}
      {error && <ErrorPanel attempted="load what was recorded" error={error} />}
      {isCut && <p className={styles.note}>What was recorded of this call is no longer stored.</p>}
      {!isPending && (was ?? now) && (
        <>
          <section className={styles.part}>
            <h3>
              Request <SameMark value={step.request} names={names} />
            </h3>
            <Changes
              label="Request"
              tape={was && requestOf(was)}
              replay={now && requestOf(now)}
              unseen={
                step.request === 'different' &&
                'The same is asked, but the properties of a schema stand in another order.'
              }
              names={names}
              showing={showing}
            />
          </section>
          <section className={styles.part}>
            <h3>
              Answer <AnswerMark step={step} names={names} />
            </h3>
            {isReusedAnswer(step) && (
              <div className={styles.reused} role="note">
                <p>
                  The request changed, and the recorded answer was reused. A live call may answer
                  differently.
                </p>
                {onRunLive && node !== undefined && (
                  <Button size="xs" variant="default" onClick={() => onRunLive(node)}>
                    Run {titleOf(node)} live
                  </Button>
                )}
              </div>
            )}
            <Changes
              label="Answer"
              tape={was && answerOf(was, before.span)}
              replay={now && answerOf(now, after.span)}
              unseen={
                step.answer === 'different' &&
                'What was said is alike. What came with it, such as the usage, is not.'
              }
              names={names}
              showing={showing}
            />
          </section>
        </>
      )}
    </article>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
