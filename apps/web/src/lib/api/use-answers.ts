import type { Interrupt, InterruptAnswer, StartRun } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from './api.ts'

export type Answers = Readonly<Record<string, InterruptAnswer>>

/** Breakpoints for the resumed run. */
export type Breakpoints = Pick<StartRun, 'interruptBefore' | 'interruptAfter'>

type Outcome = { onAnswered?: (() => void) | undefined; onRefused?: (error: Error) => void }

/**
 * Collects the answers for all interrupts of a paused run and sends them together with the last
 * one.
 */
export function useAnswers(
  runId: string,
  interrupts: readonly Interrupt[],
  { onAnswered, onRefused }: Outcome = {},
) {
  const [answers, setAnswers] = useState<Answers>({})
  const resume = useMutation(
    api.runs.resume.mutationOptions({
      onError: (error) => {
        setAnswers({})
        onRefused?.(error)
      },
      ...(onAnswered && { onSuccess: onAnswered }),
    }),
  )

  const answer = (id: string, given: InterruptAnswer, breakpoints: Breakpoints = {}) => {
    const all = { ...answers, [id]: given }
    setAnswers(all)
    if (interrupts.every((interrupt) => interrupt.id in all)) {
      resume.mutate({ id: runId, answers: all, ...breakpoints })
    }
  }

  return { answers, answer, isSending: resume.isPending, error: resume.error }
}
