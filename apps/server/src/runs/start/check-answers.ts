import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { answerIssues } from '@lathe/graph'
import type { InputIssue } from '../../platform/http/issues.ts'

/** Returns the problems of the answers to a run's interrupts. */
export function checkAnswers(
  interrupts: readonly Interrupt[],
  answers: Readonly<Record<string, InterruptAnswer>>,
): InputIssue[] {
  return Object.entries(answers).flatMap(([id, answer]) => {
    const interrupt = interrupts.find((candidate) => candidate.id === id)
    const issues = interrupt ? answerIssues(withoutDeadline(interrupt), answer) : []
    return issues.map(({ path, message }) => ({ path: `answers.${id}.${path}`, message }))
  })
}

/** Only the server's clock may answer `timeout`. */
const withoutDeadline = (interrupt: Interrupt): Interrupt =>
  interrupt.kind === 'ask' ? { ...interrupt, deadlineAt: null } : interrupt
