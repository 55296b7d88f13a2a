import type { ComparisonPlan } from '@lathe/contract'
import type { CellPlace } from './cells.store.ts'

type Planned = Pick<ComparisonPlan, 'variants' | 'cases'>
type Place = Pick<CellPlace, 'variant' | 'case_key' | 'repeat'>

/**
 * Rows go one after the other, so that columns can be read early. Each begins with another column: whoever always
 * goes first takes longest, while everything is cold or the lanes are full, and would lose for that.
 */
export function inOrder<T extends Place>({ variants, cases }: Planned, cells: readonly T[]): T[] {
  const columns = placesOf(variants)
  const rows = placesOf(cases)
  const turnOf = ({ variant, case_key: key, repeat }: Place) => {
    const begins = (rows.get(key) ?? 0) + repeat
    return ((columns.get(variant) ?? 0) + begins) % Math.max(1, variants.length)
  }
  return cells.toSorted(
    (a, b) =>
      a.repeat - b.repeat ||
      (rows.get(a.case_key) ?? 0) - (rows.get(b.case_key) ?? 0) ||
      turnOf(a) - turnOf(b),
  )
}

const placesOf = (list: readonly { key: string }[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ key }, index) => [key, index]))
