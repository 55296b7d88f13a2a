import type { Question } from '@lathe/stats'
import { type Ballot, compute, type Statistics } from '@lathe/verdicts'

export type Asked = { question: Question; ballot: Ballot }
export type StatisticsRequest = Asked & { id: number }

export type StatisticsAnswer = { id: number; statistics: Statistics }

addEventListener('message', ({ data }: MessageEvent<StatisticsRequest>) => {
  const { id, question, ballot } = data
  postMessage({ id, statistics: compute(question, ballot) } satisfies StatisticsAnswer)
})
