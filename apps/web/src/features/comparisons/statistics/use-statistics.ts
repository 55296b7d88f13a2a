import { useEffect, useRef, useState } from 'react'
import type { Statistics } from '@lathe/verdicts'
import type { Asked, StatisticsAnswer, StatisticsRequest } from './statistics.worker.ts'

type Desk = { ask: (question: Asked) => void; stop: () => void }

/** Computes statistics in a worker. While one request runs, only the newest other one waits. */
function openDesk(onAnswer: (question: Asked, statistics: Statistics) => void): Desk {
  const worker = new Worker(new URL('statistics.worker.ts', import.meta.url), { type: 'module' })
  let asked: Asked | undefined
  let next: Asked | undefined
  let id = 0
  const send = (question: Asked) => {
    asked = question
    id += 1
    worker.postMessage({ ...question, id } satisfies StatisticsRequest)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<StatisticsAnswer>) => {
    if (asked && data.id === id) onAnswer(asked, data.statistics)
    const waiting = next
    asked = undefined
    next = undefined
    if (waiting) send(waiting)
  })
  return {
    ask: (question) => {
      if (asked) next = question
      else send(question)
    },
    stop: () => worker.terminate(),
  }
}

/** The newest statistics. Previous ones stay until new ones arrive, unless the subject changes. */
export function useStatistics(question: Asked | undefined, subject: string) {
  const [answer, setAnswer] = useState<{ subject: string; statistics: Statistics }>()
  const subjects = useRef(new WeakMap<Asked, string>())
  const desk = useRef<Desk>(undefined)

  useEffect(() => {
    desk.current = openDesk((asked, statistics) =>
      setAnswer({ subject: subjects.current.get(asked) ?? '', statistics }),
    )
    return () => desk.current?.stop()
  }, [])

  useEffect(() => {
    if (!question) return
    subjects.current.set(question, subject)
    desk.current?.ask(question)
  }, [question, subject])

  return answer?.subject === subject && question ? answer.statistics : undefined
}
