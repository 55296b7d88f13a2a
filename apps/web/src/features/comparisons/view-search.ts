import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { focusPane } from './enter-pane.ts'
import type { Show } from './grid/shown-rows.ts'
import { searchText, stepOf } from './steps.ts'

const route = getRouteApi('/compare/$id')

/** How cells are shown. */
export type CellView = 'rendered' | 'raw' | 'baseline' | 'reference'

const PLAIN = ['checks', 'add-cases', 'dataset-cases', 'votes'] as const

/** What is open beside the grid. */
export type Opened =
  | { type: 'cell'; variant: string; case: string; repeat?: number }
  | { type: 'variant' | 'case'; key: string }
  | { type: (typeof PLAIN)[number] }

export function parseOpened(text: string | undefined): Opened | undefined {
  const [type, first = '', second = '', third = ''] = (text ?? '').split('.')
  if (type === 'cell') {
    const repeat = Number(third)
    return { type, variant: first, case: second, ...(repeat > 0 && { repeat }) }
  }
  if (type === 'variant' || type === 'case') return { type, key: first }
  const plain = PLAIN.find((one) => one === type)
  return plain && { type: plain }
}

export function openedText(opened: Opened): string {
  if (opened.type === 'cell') {
    const repeat = opened.repeat === undefined ? '' : `.${opened.repeat}`
    return `cell.${opened.variant}.${opened.case}${repeat}`
  }
  return 'key' in opened ? `${opened.type}.${opened.key}` : opened.type
}

export type View = {
  show: Show
  /** Whose cells a display mode is about. */
  variant: string | undefined
  by: string | undefined
  cells: CellView
  opened: Opened | undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was shown before the step to what is shown now, as text. */
    from?: string
  }
}

type Fields = Partial<Pick<View, 'show' | 'variant' | 'by' | 'cells'>> & {
  open?: string | undefined
}

/** The whole view is in the address. */
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
  /** The keys go there, too. */
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
      const step = stepOf(search, { ...search, ...fields }, state.from)
      if (step === 'back') {
        // The browser goes back in its own time: asked twice, it would leave the page.
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
