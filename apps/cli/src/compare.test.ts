import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComparisonPlan } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { createClient, findAddress } from './client.ts'
import { startedServer } from './testing/started-server.ts'

const { home, lathe } = await startedServer()
const client = createClient(findAddress({ LATHE_HOME: home }))

const column = (key: string, text: string) => ({
  key,
  name: key.toUpperCase(),
  base: {
    type: 'prompt' as const,
    messages: [{ role: 'user' as const, text }],
    model: { connection: 'demo', name: 'demo-fast' },
  },
})

/** The mock provider repeats the prompt after `Echo:`. */
const KEPT = 'Echo: tides of {{place}}'
const LOST = 'Echo: nothing at all'

async function comparison(second: string, fields: Partial<ComparisonPlan> = {}): Promise<string> {
  const plan: ComparisonPlan = {
    variants: [column('a', KEPT), column('b', second)],
    cases: Array.from({ length: 8 }, (_, at) => ({
      key: `c${at}`,
      name: at === 0 ? 'a <b> & "c"' : '',
      input: { place: `bay ${at}` },
      reference: null,
    })),
    evaluators: [
      {
        key: 'tides',
        name: 'Tides',
        evaluator: { kind: 'contains', texts: ['tides'], require: 'all', ignoreCase: true },
      },
    ],
    repeats: 1,
    concurrency: 8,
    budget: {},
    judgeBudget: {},
    reuse: false,
    sameRecording: false,
    batch: false,
    ...fields,
  }
  return (await client.comparisons.create({ name: 'Bays', plan })).id
}

const FAIL = ['--fail-on', 'regress']

describe('lathe compare run', () => {
  test('fails on a regression, prints it and writes each case as JUnit', async () => {
    const id = await comparison(LOST)

    const { code, out, err } = await lathe([
      'compare',
      'run',
      id,
      ...FAIL,
      '--json',
      '--junit',
      'report.xml',
    ])

    expect(code).toBe(1)
    expect(err).toContain('Regressed\nB is worse: passes 0 of 8 cases against 8')
    const verdict: { variants: { isRegression: boolean }[] } = JSON.parse(out)
    expect(verdict.variants.map(({ isRegression }) => isRegression)).toEqual([false, true])
    const report = readFileSync(join(home, 'report.xml'), 'utf8')
    expect(report).toContain('<testsuite name="B" tests="8" failures="8" errors="0" skipped="0"')
    expect(report.match(/<testcase /g)).toHaveLength(8)
    expect(report).toContain('name="a &lt;b&gt; &amp; &quot;c&quot; (c0)"')
  })

  test('passes when variants are equal or differ within the noise', async () => {
    const same = await lathe(['compare', 'run', await comparison(`${KEPT}!`), ...FAIL])
    const one = { name: '', reference: null }
    const cases = ['tides', 'winds'].map((place) => ({ ...one, key: place, input: { place } }))
    const noisy = await comparison('Echo: {{place}}', { cases })
    const within = await lathe(['compare', 'run', noisy, ...FAIL, '--junit', 'noisy.xml'])

    expect(same).toMatchObject({ code: 0, out: expect.stringContaining('came out alike') })
    expect(within).toMatchObject({ code: 0, out: expect.stringContaining('B: Not enough to tell') })
    expect(readFileSync(join(home, 'noisy.xml'), 'utf8')).toContain('failures="0"')
  })

  test('prints warnings about repeated inputs and a saturated evaluator', async () => {
    const alike = ['one', 'two'].map((key) => ({
      key,
      name: key,
      input: { place: 'bay' },
      reference: null,
    }))
    const id = await comparison(KEPT, { cases: alike })

    const { code, out } = await lathe(['compare', 'run', id])

    expect(code).toBe(0)
    expect(out).toMatch(
      /\nThe 2 cases have 1 different input\. .* too narrow\. Tides passes every output/,
    )
  })

  test('requires a metric before it runs anything', async () => {
    const id = await comparison(LOST, { evaluators: [] })

    const { code, err } = await lathe(['compare', 'run', id, ...FAIL])
    const unknown = await lathe(['compare', 'run', id, '--fail-on', 'luck'])
    const strange = await lathe(['compare', 'run', '01998f2a-0000-7000-8000-000000000000', ...FAIL])

    expect(code).toBe(2)
    expect(err).toContain('This comparison has no metric. Add an evaluator or pass `by`')
    expect(err).toContain('--by latency')
    const one = await lathe(['compare', 'run', await comparison(LOST), '--by', 'evaluator:tide'])
    expect(one.err).toContain('Choose a metric: --by evaluator:tides, latency, cost or tokens.')
    expect(unknown.code).toBe(2)
    expect(strange).toMatchObject({ code: 2, err: expect.stringContaining('neither') })
    expect((await client.comparisons.get({ id })).status).toBe('draft')
  })

  test('rejects a comparison with one variant before any paid run', async () => {
    const id = await comparison(KEPT, { variants: [column('a', KEPT)] })

    const { code, err } = await lathe(['compare', 'run', id, ...FAIL])

    expect(code).toBe(2)
    expect(err).toContain('The comparison has only one variant')
    expect((await client.comparisons.get({ id })).status).toBe('draft')
    expect((await lathe(['compare', 'run', id])).code).toBe(0)
  })

  test('prints why runs failed', async () => {
    const id = await comparison('[[fault: 401]]')

    const { code, out } = await lathe(['compare', 'run', id, ...FAIL])

    expect(code).toBe(1)
    expect(out).toMatch(/8 failed: .*demo/)
  })

  test('fails when the budget stops the comparison early', async () => {
    const id = await comparison(KEPT, { budget: { tokens: 1 }, concurrency: 1 })

    const { code, err } = await lathe(['compare', 'run', id, ...FAIL])

    expect(code).toBe(1)
    expect(err).toContain('The budget was used up after 1 of 16 cells\nRaise the budget.')
  })

  test('fails when the comparison is stopped while it waits', async () => {
    const id = await comparison(`[[fault: timeout]] ${KEPT}`, { concurrency: 1 })

    const running = lathe(['compare', 'run', id, ...FAIL])
    const isRunning = async () => (await client.comparisons.get({ id })).status === 'running'
    await expect.poll(isRunning).toBe(true)
    await client.comparisons.stop({ id })
    const { code, err } = await running

    expect(code).toBe(1)
    expect(err).toMatch(/The comparison stopped after \d+ of 16 cells\nRun it again\./)
  })

  test('fails when no evaluator could judge a variant', async () => {
    const evaluator = { kind: 'exact', ignoreCase: false } as const
    const id = await comparison(KEPT, { evaluators: [{ key: 'same', name: 'Same', evaluator }] })

    const { code, err } = await lathe(['compare', 'run', id, ...FAIL])

    expect(code).toBe(1)
    expect(err).toContain('B could not be judged by Same')
    expect((await lathe(['compare', 'run', id])).code).toBe(0)
  })

  test('fails, without reporting a regression, when latencies were measured at different times', async () => {
    const [before, after] = [`${KEPT}!`, `${KEPT}?`]
    await lathe(['compare', 'run', await comparison(before)])
    const id = await comparison(after, { reuse: true })

    const { code, err } = await lathe(['compare', 'run', id, '--by', 'latency', ...FAIL])
    const fresh = await lathe(['compare', 'run', id, '--by', 'latency', '--fresh', ...FAIL])

    expect(code).toBe(1)
    expect(err).toContain('B could not be judged by Latency: Nothing to compare')
    expect(err).toContain('--fresh')
    expect(fresh.err).not.toContain('could not be judged')
  })

  test('runs a version of an agent by its regression suite', async () => {
    const { slug } = await client.agents.create({ name: 'Bays', template: 'prompt' })
    await client.agents.saveVersion({ agent: slug, revision: 1, publish: true })
    const base = { type: 'agent' as const, agent: slug, version: 1, overrides: {} }
    const saved = await comparison(KEPT, {
      variants: [{ key: 'a', name: 'A', base }],
      cases: [{ key: 'one', name: '', input: { question: 'Tides?' }, reference: null }],
    })
    const suite = await client.suites.create({ name: 'Bays', comparison: saved, variant: 'a' })

    const { code } = await lathe(['compare', 'run', suite.id, '--version', '1', ...FAIL])
    const unknown = await lathe(['compare', 'run', suite.id, '--version', '7'])
    const unjudged = await lathe(['compare', 'run', suite.id, '--by', 'check:nope'])

    expect(code).toBe(0)
    expect(unjudged).toMatchObject({ code: 2, err: expect.stringContaining('has no metric') })
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('version') })
    const { history } = await client.suites.get({ id: suite.id })
    expect(history).toMatchObject([{ version: 1, status: 'done', baselineVersion: 1 }])

    for (const flags of [['--by', 'latency'], ['--fresh']]) {
      await lathe(['compare', 'run', suite.id, '--version', '1', ...flags])
      const newest = (await client.suites.get({ id: suite.id })).history.at(-1)
      const { grid } = await client.comparisons.get({ id: newest?.id ?? '' })
      expect(grid.map(({ isReused }) => isReused)).toEqual([false, false])
    }
  })
})
