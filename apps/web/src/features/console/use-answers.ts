import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'

export type Answers = Readonly<Record<string, InterruptAnswer>>

/** Collects an answer for everything a paused run waits for and sends them together with the last one. */
export function useAnswers(runId: string, interrupts: readonly Interrupt[]) {
  const [answers, setAnswers] = useState<Answers>({})
  const resume = useMutation(api.runs.resume.mutationOptions({ onError: () => setAnswers({}) }))

  const answer = (id: string, given: InterruptAnswer) => {
    const all = { ...answers, [id]: given }
    setAnswers(all)
    if (interrupts.every((interrupt) => interrupt.id in all)) {
      resume.mutate({ id: runId, answers: all })
    }
  }

  return { answers, answer, isSending: resume.isPending, error: resume.error }
}
