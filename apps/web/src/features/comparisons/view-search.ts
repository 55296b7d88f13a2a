import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { focusPane } from './pane-focus.ts'
import type { Show } from './grid/visible-rows.ts'

const route = getRouteApi('/compare/$id')

/** How cells are shown. */
export type CellView = 'rendered' | 'raw' | 'baseline' | 'reference'

const PLAIN = ['evaluators', 'add-cases', 'dataset-cases', 'votes'] as const

/** The content of the side pane. */
type Opened =
  | { type: 'cell'; variant: string; case: string; repeat?: number }
  | { type: 'variant' | 'case'; key: string }
  | { type: (typeof PLAIN)[number] }

function parseOpened(text: string | undefined): Opened | undefined {
  const [type, first = '', second = '', third = ''] = (text ?? '').split('.')
  if (type === 'cell') {
    const repeat = Number(third)
    return { type, variant: first, case: second, ...(repeat > 0 && { repeat }) }
  }
  if (type === 'variant' || type === 'case') return { type, key: first }
  const plain = PLAIN.find((plainType) => plainType === type)
  return plain && { type: plain }
}

export function openedText(opened: Opened): string {
  if (opened.type === 'cell') {
    const repeat = opened.repeat === undefined ? '' : `.${opened.repeat}`
    return `cell.${opened.variant}.${opened.case}${repeat}`
  }
  return 'key' in opened ? `${opened.type}.${opened.key}` : opened.type
}

type View = {
  show: Show
  /** Limits the filter to one variant. */
  variant: string | undefined
  by: string | undefined
  cells: CellView
  opened: Opened | undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous view as text. */
    from?: string
  }
}

type Fields = Partial<Pick<View, 'show' | 'variant' | 'by' | 'cells'>> & {
  open?: string | undefined
}

/** The view state in the search params. */
export function useView() {
  const { show = 'all', variant, by, cells = 'rendered', open } = route.useSearch()
  const change = useChange()
  const view: View = { show, variant, by, cells, opened: parseOpened(open) }

  const setView = useCallback(
    (fields: Partial<Pick<View, 'show' | 'variant' | 'by' | 'cells'>>) => change(fields),
    [change],
  )
  const openPanel = useCallback(
    (opened: Opened | undefined) => change({ open: opened && openedText(opened) }),
    [change],
  )
  /** Also moves the focus to the pane. */
  const enterPanel = useCallback(
    (opened: Opened) => {
      openPanel(opened)
      focusPane(openedText(opened))
    },
    [openPanel],
  )
  return { view, setView, openPanel, enterPanel }
}

const left = new WeakSet<object>()

function useChange() {
  const router = useRouter()
  const navigate = route.useNavigate()
  return useCallback(
    (fields: Fields) => {
      const { search, state } = router.latestLocation
      const step = historyStep(search, { ...search, ...fields }, state.from)
      if (step === 'back') {
        // Going back is asynchronous. A second call would leave the page.
        if (!left.has(state)) router.history.back()
        left.add(state)
        return
      }
      void navigate({
        search: (before) => ({ ...before, ...fields }),
        replace: step === 'replace',
        state: step === 'push' ? { from: searchText(search) } : true,
      })
    },
    [router, navigate],
  )
}

type CompareSearch = {
  show?: string | undefined
  open?: string | undefined
  [name: string]: unknown
}

const DEFAULTS: Readonly<Record<string, string>> = { show: 'all', cells: 'rendered' }

/** Equal views have equal texts. */
export const searchText = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const isFiltered = ({ show }: CompareSearch) => show !== undefined && show !== 'all'

/**
 * How a view change affects the history. Opening a pane or filtering rows adds an entry. Switching
 * cells or views replaces it. Closing what the last entry opened goes back.
 */
export function historyStep(
  before: CompareSearch,
  after: CompareSearch,
  from: string | undefined,
): 'push' | 'replace' | 'back' {
  if (from === searchText(after)) return 'back'
  const opens = before.open === undefined && after.open !== undefined
  return opens || (!isFiltered(before) && isFiltered(after)) ? 'push' : 'replace'
}
