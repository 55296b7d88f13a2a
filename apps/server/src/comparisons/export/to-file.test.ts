import type { Cell, ComparisonPlan, Evaluation } from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toFile } from './to-file.ts'

const passed: Evaluation = { status: 'passed', reason: 'it does' }
const column = (key: string): ComparisonPlan['variants'][number] => ({
  key,
  name: key.toUpperCase(),
  base: {
    type: 'prompt',
    messages: [{ role: 'user', text: '{{question}}' }],
    model: { connection: 'demo', name: 'demo-1' },
  },
})
const cell = (variant: string, fields: Partial<Cell>): Cell => ({
  id: variant,
  variant,
  case: 'one',
  repeat: 0,
  status: 'success',
  runId: null,
  isReused: false,
  isBatch: false,
  output: null,
  calls: [],
  isRefused: false,
  error: null,
  evaluations: {},
  verdicts: {},
  latencyMs: 100,
  firstTokenMs: 20,
  usage: ZERO_USAGE,
  cost: 1_000,
  pricedCost: 1_000,
  unpriced: 0,
  recording: null,
  ...fields,
})
const partlyPriced = { cost: null, pricedCost: 250_000_000, unpriced: 2 }
const detail = {
  name: 'Tides',
  latestVerdict: null,
  plan: {
    variants: [column('a'), column('b')],
    cases: [{ key: 'one', name: '', input: { question: 'Tides?' }, reference: null }],
    evaluators: [
      {
        key: 'k',
        name: 'Contains',
        evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
      },
    ],
    repeats: 1,
    concurrency: 4,
    budget: {},
    judgeBudget: {},
    reuse: true,
    sameRecording: false,
    batch: false,
  } satisfies ComparisonPlan,
  // The database returns cells in any order.
  grid: [
    cell('b', { output: { answer: 'A | B\nC\rD' }, ...partlyPriced }),
    cell('a', { output: { answer: '=HYPERLINK("http://x")' }, evaluations: { k: passed } }),
  ],
}

test('CSV escapes answers that look like spreadsheet formulas', async () => {
  const file = await toFile(detail, 'csv')
  const [, first = ''] = (await file.text()).split('\r\n')

  expect(file.name).toBe('Tides.csv')
  expect(first).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(first).toContain('passed')
})

test('JSON Lines keep the input unchanged and unknown costs null', async () => {
  const lines = (await (await toFile(detail, 'jsonl')).text()).trim().split('\n')

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { variant: 'A', case: 'one', input: { question: 'Tides?' }, costDollars: 0.000001 },
    { variant: 'B', costDollars: null, knownCostDollars: 0.25, unpricedCalls: 2 },
  ])
})

test('exports the tool calls of an answer without text', async () => {
  const calls = [{ tool: 'lookup', arguments: { name: 'tides' } }]
  const grid = [cell('a', { output: { answer: '' }, calls }), cell('b', { output: 'Yes.' })]
  const read = async (format: 'csv' | 'jsonl') =>
    (await (await toFile({ ...detail, grid }, format)).text()).trim().split('\n')

  const [called, said] = (await read('jsonl')).map((line): unknown => JSON.parse(line))
  expect(called).toMatchObject({ output: '', calls })
  expect(said).toMatchObject({ output: 'Yes.', calls: null })
  expect((await read('csv'))[1]).toContain(`"[{""tool"":""lookup""`)
})

test('Markdown keeps its columns for any answer', async () => {
  const lines = (await (await toFile(detail, 'md')).text()).trim().split('\n')

  expect(lines).toHaveLength(6)
  expect(lines.at(-1)).toContain(String.raw`A \| B<br>C<br>D`)
})

test('Markdown starts with the verdicts', async () => {
  const sentence = 'B is better: passes 9 of 9 cases against 0 (p < 0.001).'
  const variants = [{ variant: 'b', name: 'B', sentence, ruling: 'better' as const }]
  const latestVerdict = { by: 'evaluator:k', variants }

  const text = await (await toFile({ ...detail, latestVerdict }, 'md')).text()

  expect(text).toMatch(/^# Tides\n\nB is better: .*\(p &lt; 0\.001\)\.\n\n\| variant /)
})

test('Markdown names the variant of each verdict', async () => {
  const variants = ['B', 'C'].map((name) => ({
    variant: name,
    name,
    sentence: 'Not enough to tell.',
    ruling: 'undecided' as const,
  }))

  const text = await (
    await toFile({ ...detail, latestVerdict: { by: 'evaluator:k', variants } }, 'md')
  ).text()

  expect(text).toContain('B: Not enough to tell.\n\nC: Not enough to tell.')
})

test('Markdown warns about repeated inputs below the verdict', async () => {
  const [first] = detail.plan.cases
  const cases = first ? [first, { ...first, key: 'two' }] : []
  const sentence = 'B is better.'
  const latestVerdict = {
    by: 'evaluators',
    variants: [{ variant: 'b', name: 'B', ruling: 'better' as const, sentence }],
  }
  const plan = { ...detail.plan, cases }

  const text = await (await toFile({ ...detail, latestVerdict, plan }, 'md')).text()

  expect(text).toMatch(/B is better\.\n\nThe 2 cases have 1 different input\. .*\n\n\| variant /)
})

test('Markdown escapes HTML and images in answers', async () => {
  const grid = [cell('a', { output: '<b>Tides</b> &lt; ![moon](http://x/m.png)' })]

  const text = await (await toFile({ ...detail, grid }, 'md')).text()

  expect(text).toContain(String.raw`&lt;b>Tides&lt;/b> &amp;lt; \![moon](http://x/m.png)`)
})

test('leaves the verdict of an undecided evaluator empty', async () => {
  const evaluation: Evaluation = { status: 'undecided', reason: 'the judge said nothing' }
  const grid = [cell('a', { evaluations: { k: evaluation } })]

  const [row] = (await (await toFile({ ...detail, grid }, 'jsonl')).text()).split('\n')

  expect(JSON.parse(row ?? '')).toMatchObject({ Contains: 'no verdict' })
})

test('exports the preferred variant of a pairwise evaluator with its score', async () => {
  const model = { connection: 'demo', name: 'demo-1' }
  const evaluator = {
    kind: 'pairwise' as const,
    model,
    messages: [{ role: 'user' as const, text: '{{first}} or {{second}}?' }],
  }
  const plan = { ...detail.plan, evaluators: [{ key: 'k', name: 'Taste', evaluator }] }
  const scoredCell = (variant: string, score: number) =>
    cell(variant, { evaluations: { k: { status: 'scored', score, reason: '' } } })
  const read = async (grid: Cell[]) => {
    const text = await (await toFile({ ...detail, plan, grid }, 'jsonl')).text()
    return text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }

  const [baseline, variant] = await read([scoredCell('a', 0.5), scoredCell('b', 0)])
  const [lostVote] = await read([cell('b', { evaluations: {} })])

  expect(baseline).not.toHaveProperty('Taste: preferred')
  expect(variant).toMatchObject({ Taste: 0, 'Taste: preferred': 'A' })
  expect(lostVote).toMatchObject({ 'Taste: preferred': 'no verdict' })
})

test('gives evaluators with equal names separate columns', async () => {
  const evaluators = ['k', 'l'].flatMap((key) =>
    detail.plan.evaluators.map((check) => ({ ...check, key, name: 'output' })),
  )
  const variants = detail.plan.variants.map((variant) => ({ ...variant, name: 'Same' }))
  const failed: Evaluation = { status: 'failed', reason: 'it does not' }
  const grid = [cell('a', { output: 'Yes.', evaluations: { k: passed, l: failed } })]
  const plan = { ...detail.plan, variants, evaluators }

  const text = await (await toFile({ ...detail, plan, grid }, 'jsonl')).text()

  expect(JSON.parse(text)).toMatchObject({
    variant: 'Same (a)',
    output: 'Yes.',
    'check output (k)': 'passed',
    'check output (l)': 'failed',
  })
})
