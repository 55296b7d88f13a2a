import type { Interrupt, InterruptAnswer, StartRun } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from './api.ts'

export type Answers = Readonly<Record<string, InterruptAnswer>>

/** Breakpoints for the resumed run. */
export type Breakpoints = Pick<StartRun, 'interruptBefore' | 'interruptAfter'>

type AnswerCallbacks = { onResume?: (() => void) | undefined; onError?: (error: Error) => void }

/**
 * Collects the answers for all interrupts of a paused run and sends them together with the last
 * one.
 */
export function useAnswers(
  runId: string,
  interrupts: readonly Interrupt[],
  { onResume, onError }: AnswerCallbacks = {},
) {
  const [answers, setAnswers] = useState<Answers>({})
  const resume = useMutation(
    api.runs.resume.mutationOptions({
      onError: (error) => {
        setAnswers({})
        onError?.(error)
      },
      ...(onResume && { onSuccess: onResume }),
    }),
  )

  const submitAnswer = (id: string, newAnswer: InterruptAnswer, breakpoints: Breakpoints = {}) => {
    const all = { ...answers, [id]: newAnswer }
    setAnswers(all)
    if (interrupts.every((interrupt) => interrupt.id in all)) {
      resume.mutate({ id: runId, answers: all, ...breakpoints })
    }
  }

  return { answers, submitAnswer, isSending: resume.isPending, error: resume.error }
}
