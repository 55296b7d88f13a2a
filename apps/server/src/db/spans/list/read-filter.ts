import { type FilterProblem, type FilterTerm, parseFilter } from '@lathe/traces'

type Errors = { INVALID_FILTER: (options: { data: { problems: FilterProblem[] } }) => Error }

/** What was asked for, with the typed filter understood; one that is not is refused with its places. */
export function readFilter<T extends { filter?: string | undefined }>(
  { filter = '', ...rest }: T,
  errors: Errors,
): Omit<T, 'filter'> & { terms: FilterTerm[] } {
  const { terms, problems } = parseFilter(filter)
  if (problems.length > 0) throw errors.INVALID_FILTER({ data: { problems } })
  return { ...rest, terms }
}
