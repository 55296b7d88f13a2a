import type { Interrupt } from '@lathe/contract'
import type { EventOf, RunView } from './run-view.ts'

export const applyInterrupt = (view: RunView, interrupt: Interrupt): RunView => ({
  ...view,
  interrupts: [...view.interrupts, interrupt],
  asked: { ...view.asked, [interrupt.id]: interrupt },
})

export function applyAnswer(view: RunView, { interruptId, answer }: EventOf<'answer'>): RunView {
  const question = view.asked[interruptId]
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
    const refused = question.calls.flatMap(({ id }, index) => {
      const decision = answer.decisions[index]
      return decision?.type === 'reject' ? [[id, decision.reason]] : []
    })
    return { ...view, refusals: { ...view.refusals, ...Object.fromEntries(refused) } }
  }
  return view
}
