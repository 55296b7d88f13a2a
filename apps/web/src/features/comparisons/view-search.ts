import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Show } from './grid/shown-rows.ts'

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

/** The whole view is in the address. */
export function useView() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { show = 'all', variant, by, cells = 'rendered', open } = search
  const view: View = { show, variant, by, cells, opened: parseOpened(open) }

  const setView = useCallback(
    (change: Partial<Pick<View, 'show' | 'variant' | 'by' | 'cells'>>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const openPanel = useCallback(
    (opened: Opened | undefined) =>
      void navigate({
        search: (before) => ({ ...before, open: opened && openedText(opened) }),
        replace: true,
      }),
    [navigate],
  )
  return { view, setView, openPanel }
}
