import type { Cell, Evaluation } from '@lathe/contract'
import { listMetrics } from '@lathe/verdicts'
import { expect, test } from 'vitest'
import { cell, contains, passed } from '../testing.ts'
import { explainMissingOutcomes } from './missing-outcomes.ts'

const undecided = (reason: string): Evaluation => ({ status: 'undecided', reason })
const undecidedCell = (reason: string) => ({ evaluations: { k: undecided(reason) } })

function why(cells: Cell[], id = 'evaluator:k', isRunning = false) {
  const evaluators = [contains]
  const metric = listMetrics(evaluators).find((one) => one.id === id)
  if (!metric) throw new Error(`no yardstick ${id}`)
  return explainMissingOutcomes({ evaluators, cells, metric, isRunning })
}

test('lists the reasons of undecided evaluations, most frequent first', () => {
  const cells = [
    cell('a.one', undecidedCell('no verdict: it is odd')),
    cell('b.one', undecidedCell('the case expects nothing')),
    cell('a.two', undecidedCell('the case expects nothing')),
    cell('b.two', { evaluations: { k: passed } }),
    cell('a.three', { ...undecidedCell('no verdict: it is odd'), status: 'error' }),
  ]

  expect(why(cells)).toEqual([
    '2 outputs without a verdict by Contains: the case expects nothing.',
    '1 output without a verdict by Contains: it is odd.',
  ])
})

test('summarizes reasons of single cells', () => {
  const cells = ['one', 'two', 'three'].map((row) => cell(`a.${row}`, undecidedCell(`row ${row}`)))

  expect(why(cells)).toHaveLength(3)
  expect(why(cells).at(-1)).toBe('1 more reason in the cells.')
})

test('explains how to judge or rate pending outputs', () => {
  expect(why([cell('a.one')])).toEqual(['1 output not judged yet by Contains. Run to judge them.'])
  expect(why([cell('a.one')], 'evaluator:k', true)).toEqual([
    '1 output not judged yet by Contains.',
  ])
  expect(why([cell('a.one', undecidedCell('not rated yet'))])[0]).toContain('y or n on a cell')
})

test('explains why latency and cost are not compared', () => {
  const taped = cell('a.one', { recording: { served: 3, live: 0, suppressed: 0 } })

  expect(why([taped], 'latency')[0]).toContain('served from a recording')
  expect(why([taped], 'cost')[0]).toContain('served from a recording')
  expect(why([taped], 'tokens')).toEqual([])
  expect(why([cell('a.one', { cost: null })], 'cost')[0]).toContain('without a known price')
  expect(why([cell('a.one', { isBatch: true, latencyMs: null })], 'latency')[0]).toContain('batch')
})
