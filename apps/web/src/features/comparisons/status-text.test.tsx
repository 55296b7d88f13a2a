import { ZERO_USAGE } from '@lathe/contract'
import { noSpending } from '@lathe/traces'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { countVerdicts } from './plan/pending-verdicts.ts'
import { StatusText } from './status-text.tsx'
import { cell, makePlan } from './testing.ts'

const whole = { total: 6, done: 6, failed: 0 }

test('shows the number of verdicts while only judges are running', () => {
  renderInApp(
    <StatusText
      comparison={{ status: 'running', cells: whole }}
      judgedCount={{ done: 1_376, total: 1_380 }}
    />,
  )

  expect(screen.getByText('Judging · 1,376 of 1,380 verdicts')).toBeVisible()
})

test('links to the failed cells', () => {
  const show = vi.fn<() => void>()
  const cells = { ...whole, failed: 2 }
  renderInApp(<StatusText comparison={{ status: 'done', cells }} onShowFailed={show} />)

  fireEvent.click(screen.getByRole('button', { name: '2 failed' }))

  expect(show).toHaveBeenCalledOnce()
})

test('counts verdicts per output, without pairs of the baseline', () => {
  const verdict = {
    version: 'v',
    runIds: [],
    isFailed: false,
    isReused: true,
    usage: ZERO_USAGE,
    ...noSpending,
  }
  const code = { kind: 'code', source: 'true', gives: 'pass' } as const
  const model = { connection: 'demo', name: 'demo-1' }
  const pair = { kind: 'pairwise', model, messages: [{ role: 'user', text: '?' }] } as const
  const plan = makePlan({
    evaluators: [
      { key: 'c', name: 'Code', evaluator: code },
      { key: 'p', name: 'Pair', evaluator: { ...pair, messages: [...pair.messages] } },
    ],
  })
  const grid = [
    cell('a.one', { verdicts: { c: verdict } }),
    cell('b.one', { verdicts: { c: verdict } }),
    cell('b.two', { status: 'error' }),
  ]

  expect(countVerdicts(plan, grid)).toEqual({ done: 2, total: 3 })
  expect(countVerdicts(makePlan(), grid)).toBeUndefined()
})
