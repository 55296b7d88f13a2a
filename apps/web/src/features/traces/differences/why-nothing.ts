import type { TraceDifferences } from '@lathe/contract'
import { formatExactCount } from '../../../lib/format.ts'

/** Why no difference is shown, and what to do about it. */
export function whyNothing({ these, those, both, tested }: TraceDifferences) {
  if (these.counted === 0 && those.counted === 0)
    return {
      title: 'Both groups are empty',
      hint: 'No trace of this time passes either filter. Choose a longer time, or change the filters.',
    }
  if (these.counted === 0)
    return {
      title: 'No traces are among these',
      hint: 'No trace of this time passes the filter of “These”. Change it, or choose a longer time.',
    }
  if (those.counted === 0)
    return {
      title: 'No traces are among those',
      hint:
        both > 0
          ? `All ${formatExactCount(both)} that pass the filter of “Those” are among these too, and are counted there. Change one of the filters.`
          : 'No trace of this time passes the filter of “Those”. Change it, or choose a longer time.',
    }
  return {
    title: 'Nothing tells them apart',
    hint:
      tested === 0
        ? 'Nothing that could is in three of them or more: more traces, or a longer time, may show it.'
        : 'Both groups are alike in everything that is counted.',
  }
}
