type CompareSearch = {
  show?: string | undefined
  open?: string | undefined
  [name: string]: unknown
}

const DEFAULTS: Readonly<Record<string, string>> = { show: 'all', cells: 'rendered' }

/** The same text for the same view. */
export const searchText = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const isFiltered = ({ show }: CompareSearch) => show !== undefined && show !== 'all'

/**
 * How a change of the view goes into the history: to open a pane or to leave out rows is a step that Back
 * takes back, to look at another cell or in another way is none, and closing what a step opened is Back itself.
 */
export function stepOf(
  before: CompareSearch,
  after: CompareSearch,
  from: string | undefined,
): 'push' | 'replace' | 'back' {
  if (from === searchText(after)) return 'back'
  const opens = before.open === undefined && after.open !== undefined
  return opens || (!isFiltered(before) && isFiltered(after)) ? 'push' : 'replace'
}
