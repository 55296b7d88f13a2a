import { count } from './format.ts'

/** What did not count: runs that failed, judges that did not decide, times of another hour, cases only one side has an outcome for. */
export type LeftOut = { errors: number; noVerdicts: number; timedApart: number; unpaired: number }

const several = (amount: number, one: string, many: string) =>
  amount === 0 ? [] : [`${count(amount)} ${amount === 1 ? one : many}`]

/** Undefined when everything counted. */
export function leftOutSentence({
  errors,
  noVerdicts,
  timedApart,
  unpaired,
}: LeftOut): string | undefined {
  const parts = [
    ...several(errors, 'failed run', 'failed runs'),
    ...several(noVerdicts, 'judgement without a verdict', 'judgements without a verdict'),
    ...several(timedApart, 'run timed at another time', 'runs timed at another time'),
    ...several(unpaired, 'case without both outcomes', 'cases without both outcomes'),
  ]
  return parts.length === 0 ? undefined : `Left out: ${parts.join(', ')}.`
}
