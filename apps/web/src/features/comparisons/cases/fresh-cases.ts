import type { ComparisonCase } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import type { DatasetCase, DatasetCases } from '../../../lib/cases-of-dataset.ts'
import { formatExactCount, plural } from '../../../lib/format.ts'

export type FreshCases = {
  fresh: DatasetCase[]
  /** Examples that are cases already; of these some say something else by now. */
  there: number
  changed: number
  /** There was no room for so many. */
  beyond: number
}

const contentOf = ({ input, reference }: Pick<ComparisonCase, 'input' | 'reference'>) =>
  canonicalJson({ input, reference })

/** Examples that are no cases yet, as many as there is room for. */
export function freshCases(
  { cases: found, total }: DatasetCases,
  cases: readonly ComparisonCase[],
  room: number,
): FreshCases {
  const present = new Map(cases.flatMap((one) => (one.example ? [[one.example.id, one]] : [])))
  const others = found.filter(({ example }) => !present.has(example?.id ?? ''))
  const changed = found.filter((one) => {
    const known = present.get(one.example?.id ?? '')
    return known !== undefined && contentOf(known) !== contentOf(one)
  })
  const fresh = others.slice(0, room)
  return {
    fresh,
    there: found.length - others.length,
    changed: changed.length,
    beyond: others.length - fresh.length + total - found.length,
  }
}

export function addedText({ fresh, there, changed, beyond }: FreshCases): string {
  const parts = [
    `${plural(fresh.length, 'case')} added`,
    there > 0 &&
      `${there} there already${changed > 0 ? `, ${changed} of them not as the dataset has them now: remove those to add them anew` : ''}`,
    beyond > 0 && `no room for ${formatExactCount(beyond)} more`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
