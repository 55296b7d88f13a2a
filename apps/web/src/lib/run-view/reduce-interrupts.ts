import type { Interrupt } from '@lathe/contract'
import type { EventOf, RunView } from './run-view.ts'

export const applyInterrupt = (view: RunView, interrupt: Interrupt): RunView => ({
  ...view,
  interrupts: [...view.interrupts, interrupt],
  interruptsById: { ...view.interruptsById, [interrupt.id]: interrupt },
})

export function applyAnswer(view: RunView, { interruptId, answer }: EventOf<'answer'>): RunView {
  const question = view.interruptsById[interruptId]
  if (question?.kind === 'ask' && answer.kind === 'ask') {
    const isListed = interruptId in view.answers
    return {
      ...view,
      answers: { ...view.answers, [interruptId]: { question, answer } },
      transcript: isListed
        ? view.transcript
        : [...view.transcript, { type: 'answer', id: interruptId }],
    }
  }
  if (question?.kind === 'approval' && answer.kind === 'approval') {
    const rejected = question.calls.flatMap(({ id }, index) => {
      const decision = answer.decisions[index]
      return decision?.type === 'reject' ? [[id, decision.reason]] : []
    })
    return { ...view, rejections: { ...view.rejections, ...Object.fromEntries(rejected) } }
  }
  return view
}
