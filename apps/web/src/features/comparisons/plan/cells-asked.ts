import type { Cell, ComparisonPlan, ComparisonStatus, ReusableCell } from '@lathe/contract'
import type { RunAsked } from '../use-run.ts'

type Place = Pick<Cell, 'variant' | 'case' | 'repeat'> & { status: Cell['status'] | 'missing' }

/** The cells that a run would be about, and those of them that it would run. */
export type AskedCells = {
  /** How many would run, by key of the variant. */
  perVariant: ReadonlyMap<string, number>
  /** Of these, those that an earlier cell answers. */
  known: readonly ReusableCell[]
  /** Keys of the rows it is about. */
  cases: readonly string[]
  isNamed: (place: Place) => boolean
  runs: (place: Place) => boolean
  onlyFailed: boolean
}

type Asking = {
  plan: ComparisonPlan
  grid: readonly Cell[]
  status: ComparisonStatus
  known: readonly ReusableCell[]
}

/** As the server takes it: what has run is run again only if asked, and nothing that is on its way is asked for twice. */
export function cellsAsked(
  { plan, grid, status, known: all }: Asking,
  { only = {}, again = false }: RunAsked,
): AskedCells {
  const variants = plan.variants.map(({ key }) => key).filter(isIn(only.variants))
  const cases = plan.cases.map(({ key }) => key).filter(isIn(only.cases))
  const repeats = Array.from({ length: plan.repeats }, (_, at) => at).filter(isIn(only.repeats))
  const named = { variants: new Set(variants), cases: new Set(cases), repeats: new Set(repeats) }
  const onlyFailed = only.failed === true

  const isNamed = (place: Place) =>
    named.variants.has(place.variant) &&
    named.cases.has(place.case) &&
    named.repeats.has(place.repeat)
  const isWanted = ({ status: of }: Place) => {
    if (onlyFailed) return of === 'error'
    if (status === 'running' && (of === 'pending' || of === 'running')) return false
    return again || of !== 'success'
  }
  const runs = (place: Place) => isNamed(place) && isWanted(place)

  const there = Map.groupBy(grid.filter(isNamed), ({ variant }) => variant)
  const perColumn = cases.length * repeats.length
  const countOf = (variant: string) => {
    const cells = there.get(variant) ?? []
    const missing = onlyFailed ? 0 : Math.max(0, perColumn - cells.length)
    return missing + cells.filter(isWanted).length
  }
  const perVariant = new Map(variants.map((key) => [key, countOf(key)]))
  const statuses = new Map(grid.map((cell) => [placeKey(cell), cell.status]))
  const known = all.filter((one) => {
    const of = statuses.get(placeKey(one)) ?? 'missing'
    const isAnew = again && (of === 'error' || of === 'stopped' || of === 'success')
    return runs({ ...one, status: of }) && !isAnew
  })
  return { perVariant, known, cases, isNamed, runs, onlyFailed }
}

const isIn =
  <T>(named: readonly T[] | undefined) =>
  (one: T): boolean =>
    named?.includes(one) ?? true

const placeKey = ({ variant, case: of, repeat }: Omit<Place, 'status'>) =>
  `${variant} ${of} ${repeat}`
