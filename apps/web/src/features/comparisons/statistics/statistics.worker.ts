import { type Ballot, compute, type Statistics, type VerdictInput } from '@lathe/verdicts'

export type StatisticsInput = { input: VerdictInput; ballot: Ballot }
export type StatisticsRequest = StatisticsInput & { id: number }

export type StatisticsAnswer = { id: number; statistics: Statistics }

addEventListener('message', ({ data }: MessageEvent<StatisticsRequest>) => {
  const { id, input, ballot } = data
  postMessage({ id, statistics: compute(input, ballot) } satisfies StatisticsAnswer)
})
