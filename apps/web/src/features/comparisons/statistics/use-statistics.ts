import { useEffect, useRef, useState } from 'react'
import type { Statistics } from '@lathe/verdicts'
import type { StatisticsInput, StatisticsAnswer, StatisticsRequest } from './statistics.worker.ts'

type StatisticsWorker = { ask: (question: StatisticsInput) => void; stop: () => void }

/** Computes statistics in a worker. While one request runs, only the newest other one waits. */
function createStatisticsWorker(
  onAnswer: (question: StatisticsInput, statistics: Statistics) => void,
): StatisticsWorker {
  const worker = new Worker(new URL('statistics.worker.ts', import.meta.url), { type: 'module' })
  let current: StatisticsInput | undefined
  let next: StatisticsInput | undefined
  let id = 0
  const send = (question: StatisticsInput) => {
    current = question
    id += 1
    worker.postMessage({ ...question, id } satisfies StatisticsRequest)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<StatisticsAnswer>) => {
    if (current && data.id === id) onAnswer(current, data.statistics)
    const waiting = next
    current = undefined
    next = undefined
    if (waiting) send(waiting)
  })
  return {
    ask: (question) => {
      if (current) next = question
      else send(question)
    },
    stop: () => worker.terminate(),
  }
}

/** The newest statistics. Previous ones stay until new ones arrive, unless the subject changes. */
export function useStatistics(question: StatisticsInput | undefined, subject: string) {
  const [answer, setAnswer] = useState<{ subject: string; statistics: Statistics }>()
  const subjects = useRef(new WeakMap<StatisticsInput, string>())
  const worker = useRef<StatisticsWorker>(undefined)

  useEffect(() => {
    worker.current = createStatisticsWorker((requestId, statistics) =>
      setAnswer({ subject: subjects.current.get(requestId) ?? '', statistics }),
    )
    return () => worker.current?.stop()
  }, [])

  useEffect(() => {
    if (!question) return
    subjects.current.set(question, subject)
    worker.current?.ask(question)
  }, [question, subject])

  return answer?.subject === subject && question ? answer.statistics : undefined
}
