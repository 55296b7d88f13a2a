import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import type { ComponentType } from 'react'
import { errorCode } from '../../lib/api/describe-error.ts'
import { plural } from '../../lib/format/format.ts'
import { type Breakpoints, useAnswers } from '../../lib/api/use-answers.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { AskForm } from './ask-form.tsx'
import styles from './interrupts.module.css'
import { UnconfirmedForm } from './unconfirmed-form.tsx'

type Answer = (answer: InterruptAnswer, breakpoints?: Breakpoints) => void

/** Parts of the run's graph that the forms need, supplied by the page that shows them. */
export type InterruptContext = {
  getTitle: (node: string) => string
  /** Returns the node where the run continues after a question's deadline. */
  afterTimeout: (node: string) => string | undefined
  Breakpoint: ComponentType<{
    interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
    onAnswer: Answer
  }>
}

type InterruptListProps = InterruptContext & {
  runId: string
  interrupts: readonly Interrupt[]
  onResume?: () => void
}

const ANSWERED_ELSEWHERE = 'The run no longer waits for this answer'

/** Forms for all open interrupts of a run, which continues once the last is answered. */
export function InterruptList({ runId, interrupts, onResume, ...context }: InterruptListProps) {
  const { answers, submitAnswer, isSending, error } = useAnswers(runId, interrupts, {
    onResume,
    // The next interrupt replaces this form and an error shown in it, so report the conflict in a
    // toast.
    onError: (cause) => {
      if (errorCode(cause) === 'CONFLICT') showToast(ANSWERED_ELSEWHERE, 'error')
    },
  })
  const open = interrupts.filter(({ id }) => !(id in answers))
  return (
    <div className={styles.list}>
      {error && <ErrorPanel action="answer the run" error={error} />}
      {open.map((interrupt) => (
        <InterruptCard
          key={interrupt.id}
          interrupt={interrupt}
          onAnswer={(answer, breakpoints) => submitAnswer(interrupt.id, answer, breakpoints)}
          {...context}
        />
      ))}
      {isSending && <p className={styles.note}>Continuing…</p>}
      {!isSending && open.length > 0 && open.length < interrupts.length && (
        <p className={styles.note}>{plural(open.length, 'answer')} remaining</p>
      )}
    </div>
  )
}

function cardHeading(interrupt: Interrupt, title: string): string {
  if (interrupt.kind === 'breakpoint') return `Breakpoint ${interrupt.when} ${title}`
  return interrupt.title === '' ? title : interrupt.title
}

type InterruptCardProps = InterruptContext & { interrupt: Interrupt; onAnswer: Answer }

function InterruptCard(props: InterruptCardProps) {
  const { interrupt, onAnswer, getTitle, afterTimeout, Breakpoint } = props
  const title = getTitle(interrupt.node)
  return (
    <section className={styles.card} aria-label={`${title} needs you`}>
      <h2 className={styles.title}>
        <StatusIcon status="interrupted" hasLabel />
        <span>{cardHeading(interrupt, title)}</span>
      </h2>
      {interrupt.kind === 'ask' && (
        <AskForm interrupt={interrupt} next={afterTimeout(interrupt.node)} onAnswer={onAnswer} />
      )}
      {interrupt.kind === 'approval' && !interrupt.isUnconfirmed && (
        <ApprovalForm calls={interrupt.calls} onAnswer={onAnswer} />
      )}
      {interrupt.kind === 'approval' && interrupt.isUnconfirmed && (
        <UnconfirmedForm calls={interrupt.calls} onAnswer={onAnswer} />
      )}
      {interrupt.kind === 'breakpoint' && <Breakpoint interrupt={interrupt} onAnswer={onAnswer} />}
    </section>
  )
}
