import { type FilterExpression, type FilterProblem, parseFilter } from '@lathe/traces'

type Errors = { INVALID_FILTER: (options: { data: { problems: FilterProblem[] } }) => Error }

/** Parses the filter of an input. Throws INVALID_FILTER with the position of each syntax error. */
export function readFilter<T extends { filter?: string | undefined }>(
  { filter = '', ...rest }: T,
  errors: Errors,
): Omit<T, 'filter'> & { terms: FilterExpression[] } {
  const { terms, problems } = parseFilter(filter)
  if (problems.length > 0) throw errors.INVALID_FILTER({ data: { problems } })
  return { ...rest, terms }
}
