import type { CaseVerdict, ComparisonCase, ComparisonVerdict } from '@lathe/contract'
import { expect, test } from 'vitest'
import { junit } from './junit.ts'

const HOSTILE = ']]>&<x a="1">\u0000\u001b[31m\ud800\uffff\nsecond'

const one = (fields: Partial<CaseVerdict>): CaseVerdict => ({
  case: 'c',
  name: '',
  outcome: 0,
  baseline: 1,
  change: 'regressed',
  errors: [],
  reasons: [],
  durationMs: 1_500,
  ...fields,
})

const verdict = (
  isRegression: boolean,
  cases: CaseVerdict[],
  name = HOSTILE,
): ComparisonVerdict => ({
  status: 'done',
  by: { id: 'evaluators', name: 'All evaluators', measure: 'pass' },
  cells: { total: 2, done: 2, failed: 0 },
  caveat: null,
  variants: [
    {
      variant: 'b',
      name,
      ruling: isRegression ? 'worse' : 'undecided',
      sentence: HOSTILE,
      isRegression,
      reason: isRegression ? HOSTILE : null,
      completion: { ruling: null, sentence: null, level: null, difference: null, p: null },
      evaluators: [],
      cases,
      finished: 1,
      errors: 0,
      passRate: null,
      scores: {},
      latencyP50: null,
      latencyP95: null,
      costPerRun: null,
      pricedCostPerRun: 0,
      unpriced: 0,
    },
  ],
})

test('escapes markup in names and removes characters that XML forbids', () => {
  const hostile = [
    one({ name: HOSTILE, reasons: [HOSTILE] }),
    one({ errors: [HOSTILE], outcome: null }),
  ]

  const report = junit(HOSTILE, verdict(true, hostile), [
    { key: 'c', name: HOSTILE, input: {}, reference: null },
  ])

  expect(
    report.replaceAll(/<\/?(?:\?xml|testsuites?|testcase|failure|error|system-out)\b[^<>]*>/g, ''),
  ).not.toMatch(/[<>]/)
  expect(report).not.toMatch(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u)
  expect(report).toContain(
    ']]&gt;&amp;&lt;x a=&quot;1&quot;&gt;\ufffd\ufffd[31m\ufffd\ufffd&#10;second',
  )
})

test('does not fail a flip within the noise, and skips a failed run by name', () => {
  const cases = [one({}), one({ outcome: null, change: null, errors: ['provider down'] })]

  const report = junit('n', verdict(false, cases), [])

  expect(report).toContain('tests="2" failures="0" errors="0" skipped="1"')
  expect(report).toContain('<skipped message="provider down"/>')
})

test('reports regressed cases as failures and failed runs as errors', () => {
  const cases = [
    one({}),
    one({ change: 'same', baseline: 0 }),
    one({ outcome: null, errors: ['down'] }),
  ]

  const report = junit('n', verdict(true, cases), [])

  expect(report).toContain('tests="3" failures="1" errors="1" skipped="0" time="4.500"')
  expect(report).toContain('<failure message="failed where the baseline passed">')
})

test('skips a case that was measured at another time than its baseline', () => {
  const cases = [
    one({ outcome: 500, baseline: 100, change: null }),
    one({ outcome: 100, baseline: 100, change: 'same' }),
    one({ outcome: 100, baseline: null, change: null }),
  ]

  const report = junit('n', verdict(false, cases), [])

  expect(report).toContain('tests="3" failures="0" errors="0" skipped="1"')
  expect(report).toContain(
    '<skipped message="its latency was measured at another time than the baseline"/>',
  )
})

test('includes the caveat of the verdict', () => {
  const report = junit('n', { ...verdict(false, [one({})]), caveat: 'Two cases ask the same.' }, [])

  expect(report).toContain('Two cases ask the same.</system-out>')
})

test('names an unnamed case after its input and invents no time', () => {
  const asked = (key: string, name: string, input: ComparisonCase['input']) => ({
    key,
    name,
    input,
    reference: null,
  })
  const cases = [
    asked('a', '', { question: 'What is\nfog?', depth: 2 }),
    asked('b', 'Ice', { question: 'What is ice?' }),
    asked('c', '', {}),
    asked('d', '', { question: 'so '.repeat(50) }),
  ]
  const untimed = cases.map(({ key }) => one({ case: key, durationMs: null }))

  const report = junit('n', verdict(false, untimed, 'B'), cases)

  expect(Array.from(report.matchAll(/<testcase (.*?)\/?>/g), ([, head]) => head)).toEqual([
    'classname="n.B" name="What is fog?, 2 (a)"',
    'classname="n.B" name="Ice (b)"',
    'classname="n.B" name="c"',
    `classname="n.B" name="${'so '.repeat(50).slice(0, 100)}… (d)"`,
  ])
})
