import type { ComparisonCase, Cell } from '@lathe/contract'
import type { KeyboardEvent } from 'react'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { useFullPlan } from '../comparison-context.ts'
import { useView } from '../view-search.ts'

export type GridPosition = { row: number; column: number }

type GridKeys = {
  rows: readonly ComparisonCase[]
  /** Column 0 is the case, 1 the first variant. */
  active: GridPosition
  onMove: (place: GridPosition) => void
  /** Whether there is a human evaluator. */
  hasHumanEvaluator: boolean
  /** Called for variant cells only. */
  onRate: (place: GridPosition, passes: boolean | null) => void
  /** The next cell without a human rating, or undefined. */
  nextUnrated: () => GridPosition | undefined
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  j: [1, 0],
  k: [-1, 0],
  l: [0, 1],
  h: [0, -1],
}

const MOVES = [
  ['j', 'Next case'],
  ['k', 'Previous case'],
  ['l', 'Next variant'],
  ['h', 'Previous variant'],
] as const
const RATING_KEYS = [
  ['y', 'Yes, passes'],
  ['n', 'No, fails'],
  ['u', 'Clear rating'],
  ['.', 'Next unrated output'],
] as const

const RATINGS: Record<string, boolean | null> = { y: true, n: false, u: null }

const clamp = (value: number, limit: number) => Math.max(0, Math.min(value, limit))

/**
 * Keyboard control of the grid: arrows or hjkl move, Enter opens, y n u rate, a dot goes to the
 * next unrated cell, d and r toggle diffs.
 */
export function useGridKeys({
  rows,
  active,
  hasHumanEvaluator,
  onMove,
  onRate,
  nextUnrated,
}: GridKeys) {
  const { variants } = useFullPlan()
  const { view, setView, openPanel } = useView()
  const toggle = (cells: 'baseline' | 'reference') =>
    setView({ cells: view.cells === cells ? 'rendered' : cells })

  useHotkeys([
    { keys: 'd', label: 'Diff to the baseline', group: 'Grid', run: () => toggle('baseline') },
    { keys: 'r', label: 'Diff to the reference', group: 'Grid', run: () => toggle('reference') },
    { keys: 'v', label: 'Vote blind', group: 'Grid', run: () => openPanel({ type: 'votes' }) },
    {
      keys: 'escape',
      label: 'Close side pane',
      group: 'Grid',
      run: () => openPanel(undefined),
    },
  ])

  const open = (place: GridPosition) => {
    const row = rows[place.row]
    const variant = variants[place.column - 1]
    if (!row) return
    openPanel(
      variant
        ? { type: 'cell', variant: variant.key, case: row.key }
        : { type: 'case', key: row.key },
    )
  }

  /** The side pane follows the focused cell. */
  const move = (place: GridPosition) => {
    onMove(place)
    if (view.opened?.type === 'cell' || view.opened?.type === 'case') open(place)
  }

  const press = (key: string): boolean => {
    const step = STEPS[key]
    const rating = RATINGS[key]
    if (step) {
      const row = clamp(active.row + step[0], rows.length - 1)
      move({ row, column: clamp(active.column + step[1], variants.length) })
    } else if (key === 'Home') move({ ...active, row: 0 })
    else if (key === 'End') move({ ...active, row: rows.length - 1 })
    else if (key === 'Enter') open(active)
    else if (rating !== undefined) onRate(active, rating)
    else if (key === '.') {
      const next = nextUnrated()
      if (next) move(next)
      else announce('No unrated outputs')
    } else return false
    return true
  }

  // A dialog over the grid has its own keys.
  const pressUnlessDialog = (key: string) => {
    if (!document.activeElement?.closest('[role="dialog"]')) press(key)
  }
  useHotkeys(
    [...MOVES, ...(hasHumanEvaluator ? RATING_KEYS : [])].map(([keys, label]) => {
      return { keys, label, group: 'Grid', hidden: true, run: () => pressUnlessDialog(keys) }
    }),
  )

  return (event: KeyboardEvent) => {
    const isOnCell = event.target instanceof HTMLElement && event.target.dataset['place']
    if (!isOnCell || event.ctrlKey || event.metaKey || event.altKey) return
    if (press(event.key)) event.preventDefault()
  }
}

/**
 * The next matching place, row by row, wrapping around. Undefined if there is none but the current
 * one.
 */
export function nextMatchingCell(
  from: GridPosition,
  { rows, columns }: { rows: number; columns: number },
  fits: (place: GridPosition) => boolean,
): GridPosition | undefined {
  const all = rows * columns
  const start = from.row * columns + from.column - 1
  const maxSteps = from.column === 0 ? all : all - 1
  for (let step = 1; step <= maxSteps; step += 1) {
    const index = (start + step + all) % all
    const place = { row: Math.floor(index / columns), column: (index % columns) + 1 }
    if (fits(place)) return place
  }
  return undefined
}

/** Whether an output has no decision by this evaluator. */
export const isUnrated = (cells: readonly Cell[], check: string): boolean =>
  cells.some(
    ({ status, evaluations }) =>
      status === 'success' && (evaluations[check]?.status ?? 'undecided') === 'undecided',
  )
