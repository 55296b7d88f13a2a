import type { TraceDifferences } from '@lathe/contract'
import { formatExactCount, plural } from '../../../lib/format.ts'

type Group = TraceDifferences['these']

/** What was counted, in a sentence. */
export function summaryOf({ these, those, both, tested }: TraceDifferences): string {
  const parts = [
    `${countOf(these)} of these against ${countOf(those)} of those`,
    both > 0 && `${formatExactCount(both)} that pass both are among these`,
    `${plural(tested, 'property', 'properties')} tested, p corrected for all of them`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

const countOf = ({ counted, isPartial }: Group) =>
  isPartial ? `the newest ${formatExactCount(counted)}` : formatExactCount(counted)
