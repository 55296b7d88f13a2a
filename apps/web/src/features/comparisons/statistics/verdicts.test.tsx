import type { Cell, LatestVerdict } from '@lathe/contract'
import { type Ballot, compute, verdictInput, listMetrics } from '@lathe/verdicts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { renderComparison } from '../render-comparison.tsx'
import { cell, contains, makeDetail, failed, passed, makePlan } from '../testing.ts'
import { Verdicts } from './verdicts.tsx'

const RAN_ONCE = /ran once per case/

/** Both variants of these cases, with an outcome each. */
const ranOn = (...rows: string[]): Cell[] =>
  rows.flatMap((row) => [
    cell(`a.${row}`, { evaluations: { k: passed } }),
    cell(`b.${row}`, { evaluations: { k: failed } }),
  ])

function concluded(grid: Cell[], repeats = 1) {
  const plan = makePlan({ repeats })
  const [metric] = listMetrics(plan.evaluators)
  const input = metric && verdictInput(plan, grid, metric)
  if (!input) throw new Error('nothing to compare')
  const statistics = compute(input)
  const latestVerdict: LatestVerdict = {
    by: metric.id,
    variants: statistics.comparisons.map(({ variant, ruling, sentence }) => ({
      variant: 'b',
      name: variant,
      ruling,
      sentence,
    })),
  }
  return {
    detail: makeDetail({ plan, grid, latestVerdict: latestVerdict }),
    metric,
    statistics,
    latestVerdict: latestVerdict,
  }
}

const findSentence = async () => (await screen.findByText(/./, { selector: 'p' })).textContent

test.each([
  ['one case of three', ranOn('one'), false],
  ['two cases of three', ranOn('one', 'two'), true],
])('the stored verdict of %s equals the computed one', async (_, grid, ranOnce) => {
  const { detail, metric, statistics, latestVerdict } = concluded(grid)

  const first = renderComparison(
    detail,
    <Verdicts statistics={undefined} metric={metric} stored={latestVerdict} />,
  )
  const before = await findSentence()
  first.unmount()
  renderComparison(
    detail,
    <Verdicts statistics={statistics} metric={metric} stored={latestVerdict} />,
  )

  expect(await findSentence()).toBe(before)
  expect(RAN_ONCE.test(before)).toBe(ranOnce)
})

test('shows votes before their intervals are computed', async () => {
  const { detail, metric } = concluded(ranOn('one', 'two'))
  const votes = ['one', 'two'].map((caseId): Ballot['votes'][number] => ({
    caseId,
    first: 'A',
    second: 'B',
    winner: 'second',
  }))

  renderComparison(
    detail,
    <Verdicts
      statistics={undefined}
      metric={metric}
      stored={null}
      ballot={{ names: ['A', 'B'], votes }}
    />,
  )

  expect(await screen.findByText('B by votes')).toBeVisible()
  expect(screen.getAllByText(/^strength [+−][\d.]+$/)).toHaveLength(2)
  for (const strength of screen.getAllByRole('listitem')) expect(strength.children).toHaveLength(3)
})

test('labels votes that do not involve the baseline', async () => {
  const { detail, metric } = concluded(ranOn('one', 'two'))
  const vote = { caseId: 'one', first: 'B', second: 'C', winner: 'second' } as const

  renderComparison(
    detail,
    <Verdicts
      statistics={undefined}
      metric={metric}
      stored={null}
      ballot={{ names: ['A', 'B', 'C'], votes: [vote] }}
    />,
  )

  expect(await screen.findByText('By blind votes')).toBeVisible()
})

test('hides the reserved noise text from screen readers', async () => {
  const { detail, metric, latestVerdict } = concluded(ranOn('one', 'two'), 2)

  renderComparison(
    detail,
    <Verdicts statistics={undefined} metric={metric} stored={latestVerdict} />,
  )

  expect(await screen.findByText(/differs from itself/)).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByText(RAN_ONCE)).toBeNull()
})

test('marks a verdict during a run as preliminary', async () => {
  const { detail, metric, statistics, latestVerdict } = concluded(ranOn('one', 'two'))

  renderComparison(
    detail,
    <Verdicts statistics={statistics} metric={metric} stored={latestVerdict} isRunning />,
  )

  expect(await screen.findByText('B, so far')).toBeVisible()
})

test('hides the repeat hint while repeats are running', async () => {
  const { metric, statistics } = concluded(ranOn('one', 'two'), 2)
  // As on the experiments page.
  const verdicts = (isRepeating: boolean) => (
    <Verdicts
      statistics={statistics}
      metric={metric}
      stored={null}
      isRunning={isRepeating}
      isRepeating={isRepeating}
    />
  )

  const running = renderInApp(verdicts(true))
  await screen.findByText('B, so far')
  expect(screen.queryByText(RAN_ONCE)).toBeNull()
  running.unmount()

  renderInApp(verdicts(false))
  expect(await screen.findByText(RAN_ONCE)).toBeVisible()
})

test('states why nothing can be compared', async () => {
  const { detail, metric, statistics } = concluded([cell('a.one', { status: 'pending' })])
  const why = ['6 outputs served from the recording.']

  renderComparison(
    detail,
    <Verdicts statistics={statistics} metric={metric} stored={null} notes={why} />,
  )

  expect(await screen.findByText('Not compared by Contains')).toBeVisible()
  expect(screen.getByText('6 outputs served from the recording.')).toBeVisible()
})

test('formats noise in cost as money', async () => {
  const { detail } = concluded(ranOn('one', 'two'))
  const metric = { id: 'cost', name: 'Cost', measure: 'cost' } as const
  const paid = ['one', 'two'].flatMap((row) =>
    [0, 1].flatMap((repeat) => [
      cell(`a.${row}`, { repeat, cost: 1_000 }),
      cell(`b.${row}`, { repeat, cost: 2_000 }),
    ]),
  )
  const input = verdictInput(makePlan({ repeats: 2 }), paid, metric)
  if (!input) throw new Error('nothing to compare')

  renderComparison(detail, <Verdicts statistics={compute(input)} metric={metric} stored={null} />)

  expect(await screen.findByText(/differs from itself by up to \$0\.$/)).toBeVisible()
})

test('reserves space for a pending verdict during a run', async () => {
  const { detail, metric, statistics } = concluded([])
  const verdicts = (isRunning: boolean) => (
    <Verdicts statistics={statistics} metric={metric} stored={null} isRunning={isRunning} />
  )

  const running = renderComparison(detail, verdicts(true))
  expect(await screen.findByText('B: no result yet')).toBeVisible()
  running.unmount()

  renderComparison(detail, <>{verdicts(false)}shown</>)
  await screen.findByText('shown')
  expect(screen.queryByRole('region')).toBeNull()
})

test('offers promotion of a better variant, and not of one that completes less often', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `r${at}`)
  const judged = (place: string, ok: boolean) =>
    cell(place, { evaluations: { k: ok ? passed : failed } })
  const baseline = rows.map((row) => judged(`a.${row}`, false))
  const broken = rows.slice(0, 8).map((row) => cell(`b.${row}`, { status: 'error' }))
  const passing = (from: number) => rows.slice(from).map((row) => judged(`b.${row}`, true))
  const verdicts = ({ metric, statistics }: ReturnType<typeof concluded>) => (
    <Verdicts
      statistics={statistics}
      metric={metric}
      stored={null}
      promoting={[<button key="b">Promote B</button>]}
    />
  )

  const better = concluded([...baseline, ...passing(0)])
  const first = renderComparison(better.detail, verdicts(better))
  expect(await screen.findByText('Promote B')).toBeVisible()
  first.unmount()

  const survivors = concluded([...baseline, ...broken, ...passing(8)])
  renderComparison(survivors.detail, verdicts(survivors))
  expect(await screen.findByText(/B ends in an error more often/)).toBeVisible()
  expect(screen.queryByText('Promote B')).toBeNull()
})

test('lists the verdict of each evaluator', async () => {
  const tone = { key: 't', name: 'Tone', evaluator: contains.evaluator }
  const plan = { ...makePlan(), evaluators: [contains, tone] }
  const rows = Array.from({ length: 8 }, (_, at) => `r${at}`)
  const grid = rows.flatMap((row) => [
    cell(`a.${row}`, { evaluations: { k: failed, t: failed } }),
    cell(`b.${row}`, { evaluations: { k: failed, t: passed } }),
  ])
  const [metric] = listMetrics(plan.evaluators)
  const input = metric && verdictInput(plan, grid, metric)
  if (!input) throw new Error('nothing to compare')

  renderComparison(
    makeDetail({ plan, grid }),
    <Verdicts statistics={compute(input)} metric={metric} stored={null} />,
  )

  const list = await screen.findByRole('list', { name: 'Verdict on B by each evaluator' })
  expect(list).toHaveTextContent('ContainsNo difference seenpasses 0 of 8 cases against 0')
  expect(list).toHaveTextContent('ToneBetterpasses 8 of 8 cases against 0')
  expect(screen.getByText(/Better by Tone: passes 8 of 8 cases against 0/)).toBeVisible()
})
