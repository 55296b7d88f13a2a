import { count } from './format.ts'

/** Outcomes that were not compared: errored runs, undecided judges, latencies measured under another load, cases with an outcome on one side only. */
export type LeftOut = { errors: number; noVerdicts: number; timedApart: number; unpaired: number }

const several = (amount: number, one: string, many: string) =>
  amount === 0 ? [] : [`${count(amount)} ${amount === 1 ? one : many}`]

/** Lists what was excluded. Undefined if every outcome was compared. */
export function leftOutSentence({
  errors,
  noVerdicts,
  timedApart,
  unpaired,
}: LeftOut): string | undefined {
  const parts = [
    ...several(errors, 'errored run', 'errored runs'),
    ...several(noVerdicts, 'judgement without a verdict', 'judgements without a verdict'),
    ...several(timedApart, 'run timed at another time', 'runs timed at another time'),
    ...several(unpaired, 'case without both outcomes', 'cases without both outcomes'),
  ]
  return parts.length === 0 ? undefined : `Excluded: ${parts.join(', ')}.`
}
