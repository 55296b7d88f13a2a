import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { plural } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { useNodeTitle } from '../workbench/use-node-title.ts'
import { ApprovalForm } from './approval-form.tsx'
import { AskForm } from './ask-form.tsx'
import { BreakpointForm } from './breakpoint-form.tsx'
import styles from './interrupts.module.css'
import { useTurn } from './run-context.ts'
import { type Breakpoints, useAnswers } from './use-answers.ts'

/** Forms for what the run waits for; with several, the run goes on when the last is answered. */
export function Interrupts() {
  const runId = useTurn((state) => state.runId)
  const interrupts = useTurn((state) => state.view.interrupts)
  const status = useTurn((state) => state.view.status)
  if (runId === undefined || status !== 'interrupted' || interrupts.length === 0) return null
  const key = interrupts.map(({ id }) => id).join()
  return <InterruptList key={key} runId={runId} interrupts={interrupts} />
}

type InterruptListProps = {
  runId: string
  interrupts: readonly Interrupt[]
}

export function InterruptList({ runId, interrupts }: InterruptListProps) {
  const { answers, answer, isSending, error } = useAnswers(runId, interrupts)
  const open = interrupts.filter(({ id }) => !(id in answers))
  return (
    <div className={styles.list}>
      {error && <ErrorPanel attempted="answer the run" error={error} />}
      {open.map((interrupt) => (
        <InterruptCard
          key={interrupt.id}
          interrupt={interrupt}
          onAnswer={(given, breakpoints) => answer(interrupt.id, given, breakpoints)}
        />
      ))}
      {isSending && <p className={styles.note}>Going on…</p>}
      {!isSending && open.length > 0 && open.length < interrupts.length && (
        <p className={styles.note}>{plural(open.length, 'answer')} to go</p>
      )}
    </div>
  )
}

function headOf(interrupt: Interrupt, title: string): string {
  if (interrupt.kind === 'breakpoint') return `Breakpoint ${interrupt.when} ${title}`
  return interrupt.title === '' ? title : interrupt.title
}

type InterruptCardProps = {
  interrupt: Interrupt
  onAnswer: (answer: InterruptAnswer, breakpoints?: Breakpoints) => void
}

function InterruptCard({ interrupt, onAnswer }: InterruptCardProps) {
  const title = useNodeTitle(interrupt.node)
  return (
    <section className={styles.card} aria-label={`${title} needs you`}>
      <h2 className={styles.title}>
        <StatusIcon status="interrupted" hasWord />
        <span>{headOf(interrupt, title)}</span>
      </h2>
      {interrupt.kind === 'ask' && <AskForm interrupt={interrupt} onAnswer={onAnswer} />}
      {interrupt.kind === 'approval' && (
        <ApprovalForm calls={interrupt.calls} onAnswer={onAnswer} />
      )}
      {interrupt.kind === 'breakpoint' && (
        <BreakpointForm interrupt={interrupt} onAnswer={onAnswer} />
      )}
    </section>
  )
}
