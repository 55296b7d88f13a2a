import type { Question } from '@lathe/stats'
import { compute, type Statistics } from '@lathe/verdicts'

export type StatisticsRequest = { id: number; question: Question }

export type StatisticsAnswer = { id: number; statistics: Statistics }

addEventListener('message', ({ data }: MessageEvent<StatisticsRequest>) => {
  const { id, question } = data
  postMessage({ id, statistics: compute(question) } satisfies StatisticsAnswer)
})
