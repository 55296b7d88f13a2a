import type { Evaluator } from '@lathe/contract'
import type { CalculateCost } from '../../traces/store/complete-part.ts'
import { unknownCost } from '@lathe/traces'
import { expect, test } from 'vitest'
import { type PlanFields, promptColumn, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const model = { connection: 'lane', name: 'demo-fast' }
const scale = { from: 1, to: 5 }
const fixedReply = (key: string, text: string) =>
  promptColumn(key, `{{question}} [[reply: ${text}]]`)
const userMessage = (text: string) => [{ role: 'user' as const, text }]
const judge = (text: string, name = model.name): Evaluator => ({
  kind: 'judge',
  model: { ...model, name },
  messages: userMessage(text),
  gives: 'pass',
  scale,
})
const pairwise = (text: string): Evaluator => ({
  kind: 'pairwise',
  model,
  messages: userMessage(text),
})
const code = (source: string, gives: 'pass' | 'score' = 'pass'): Evaluator => ({
  kind: 'code',
  source,
  gives,
})
const createChecks = (...evaluators: Evaluator[]) =>
  evaluators.map((evaluator, index) => ({ key: `k${index}`, name: `K${index}`, evaluator }))

const PASSES = '{{output}} [[json: {"reason": "It is short.", "pass": true}]]'

describeDatabases('judging', (db) => {
  async function start(priceOf?: CalculateCost) {
    const app = await startComparisonApp(db(), {}, {}, { ...(priceOf && { priceOf }) })
    const { run } = app
    const make = (fields: PlanFields = {}) =>
      app.make({
        variants: [fixedReply('a', 'The Moon pulls.'), fixedReply('b', 'The Sun pulls.')],
        cases: [{ key: 'one', input: { question: 'Tides?' }, reference: 'The Moon.' }],
        ...fields,
      })
    const evaluateWith = async (...evaluators: Evaluator[]) => {
      const done = await run(await make({ evaluators: createChecks(...evaluators) }))
      const by = (variant: string) => done.grid.find((cell) => cell.variant === variant)
      return { done, a: by('a'), b: by('b') }
    }
    return { ...app, make, evaluateWith }
  }

  test('evaluates code over output, reference, input and tool calls', async () => {
    const { evaluateWith } = await start()

    const { a, b, done } = await evaluateWith(
      code('said === output.answer && said.startsWith(reference.slice(0, -1))'),
      code(
        'return { score: input.question.length / 10, reason: `${calls.length} calls` }',
        'score',
      ),
    )

    expect(a?.evaluations).toMatchObject({
      k0: { status: 'passed' },
      k1: { status: 'scored', score: 0.6, reason: '0 calls' },
    })
    expect(b?.evaluations['k0']).toMatchObject({ status: 'failed' })
    expect(done.judging).toMatchObject({ verdicts: 4, cost: 0 })
  })

  test('gives no verdict if code throws, loops or returns a score out of range', async () => {
    const { evaluateWith } = await start()

    const { a } = await evaluateWith(
      code('throw new Error("no luck")'),
      code('for (;;) {}'),
      code('7', 'score'),
    )

    const statuses = Object.values(a?.evaluations ?? {}).map(({ status }) => status)
    expect(statuses).toEqual(['undecided', 'undecided', 'undecided'])
    expect(a?.evaluations['k0']?.reason).toContain('no luck')
    expect(a?.evaluations['k1']?.reason).toContain('was stopped')
  })

  test('requests the embedding of a text once per model', async () => {
    const { client, mockProvider, evaluateWith } = await start()
    const embedding = { connection: 'lane', model: 'demo-embedding' }
    const countRequests = () =>
      mockProvider.requests.filter(({ path }) => path.includes('embeddings')).length

    const { a, done } = await evaluateWith({ kind: 'similarity', embedding })
    const before = countRequests()
    const evaluators = createChecks({ kind: 'similarity', embedding, atLeast: 0.99 })
    const { revision, id, plan } = done
    await client.comparisons.edit({ id, revision, plan: { ...plan, evaluators } })
    const trialResult = await client.comparisons.try({
      id,
      cell: a?.id ?? '',
      evaluator: { kind: 'similarity', embedding, atLeast: 0.99 },
    })

    expect(a?.evaluations['k0']).toMatchObject({ status: 'scored' })
    expect(trialResult.evaluation).toMatchObject({ status: 'failed' })
    expect(countRequests()).toBe(before)
  })

  test('tries a rule without storing its result', async () => {
    const { client, evaluateWith } = await start()
    const { a, done } = await evaluateWith({ kind: 'regex', pattern: '.', ignoreCase: false })
    const trial = (pattern: string) =>
      client.comparisons.try({
        id: done.id,
        cell: a?.id ?? '',
        evaluator: { kind: 'regex', pattern },
      })

    expect((await trial('.')).evaluation).toEqual(a?.evaluations['k0'])
    expect((await trial('^never$')).evaluation).toMatchObject({ status: 'failed' })
  })

  test('runs the judge as a separate run and reports its cost separately', async () => {
    const { client, evaluateWith, mockProvider } = await start()

    const { a, done } = await evaluateWith(judge(PASSES))

    expect(a?.evaluations['k0']).toEqual({ status: 'passed', reason: 'It is short.' })
    const [judgeRunId = ''] = a?.verdicts['k0']?.runIds ?? []
    expect(await client.runs.get({ id: judgeRunId })).toMatchObject({ source: 'judge' })
    const trace = await client.traces.get({ id: judgeRunId })
    expect(trace.spans.map(({ kind }) => kind)).toContain('model')
    expect(mockProvider.requests).toHaveLength(4)
    expect(done.judging.verdicts).toBe(2)
    expect(done.judging.usage.input).toBeGreaterThan(0)
    const taken = done.grid.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0)
    expect(taken).not.toBe(done.judging.usage.input)
    expect((await client.runs.list({})).items).toEqual([])
  })

  test('sums the known part of judge costs', async () => {
    const knownCost = { ...unknownCost, total: 7 }
    const { make, run } = await start((model) => (model === 'demo-fast' ? knownCost : unknownCost))
    const unpricedJudge = judge(PASSES, 'demo-slow')
    const variants = [fixedReply('a', 'The Moon pulls.')]
    const id = await make({
      variants,
      evaluators: createChecks(judge(PASSES), unpricedJudge),
      repeats: 2,
    })

    const { judging, grid } = await run(id)

    expect(judging).toMatchObject({ verdicts: 4, cost: null, pricedCost: 14, unpriced: 2 })
    expect(grid[0]?.verdicts).toMatchObject({
      k0: { cost: 7, pricedCost: 7, unpriced: 0 },
      k1: { cost: null, pricedCost: 0, unpriced: 1 },
    })
  })

  test('judges again after a prompt change and restores earlier verdicts when it is undone', async () => {
    const { client, evaluateWith, run, mockProvider } = await start()
    const { done } = await evaluateWith(judge(PASSES))
    const strictJudge = judge('Stricter: {{output}} [[json: {"reason": "Rude.", "pass": false}]]')
    const { id, plan } = done
    const edit = (revision: number, evaluator: Evaluator) =>
      client.comparisons.edit({
        id,
        revision,
        plan: { ...plan, evaluators: createChecks(evaluator) },
      })

    const editedDetail = await edit(done.revision, strictJudge)
    const second = await run(id)
    const asked = mockProvider.requests.length
    const revertedDetail = await edit(second.revision, judge(PASSES))

    const statuses = ({ grid }: typeof done) => grid.map((cell) => cell.evaluations['k0']?.status)
    expect(statuses(editedDetail)).toEqual(['undecided', 'undecided'])
    expect(statuses(second)).toEqual(['failed', 'failed'])
    expect(statuses(revertedDetail)).toEqual(['passed', 'passed'])
    expect(asked).toBe(6)
    await run(id)
    expect(mockProvider.requests).toHaveLength(6)
  })

  test('reuses verdicts in another comparison', async () => {
    const { evaluateWith, mockProvider } = await start()
    await evaluateWith(judge(PASSES))

    const { a, done } = await evaluateWith(judge(PASSES))

    expect(a?.verdicts['k0']).toMatchObject({ isReused: true })
    expect(done.judging.usage.input).toBe(0)
    expect(mockProvider.requests).toHaveLength(4)
  })

  test('asks about a pair in both orders and scores contradicting verdicts as a tie', async () => {
    const { evaluateWith, mockProvider } = await start()
    const preferFirst = '{{first}} or {{second}}? [[json: {"reason": "So.", "winner": "first"}]]'

    const { a, b } = await evaluateWith(pairwise(preferFirst))

    expect(a?.evaluations['k0']).toMatchObject({ status: 'scored', score: 0.5 })
    expect(b?.evaluations['k0']).toMatchObject({ status: 'scored', score: 0.5 })
    expect(b?.verdicts['k0']?.runIds).toHaveLength(2)
    const requestBodies = mockProvider.requests.map(({ body }) => JSON.stringify(body))
    expect(
      requestBodies.filter((body) => body.includes('The Moon pulls. or The Sun pulls.')),
    ).toHaveLength(1)
    expect(
      requestBodies.filter((body) => body.includes('The Sun pulls. or The Moon pulls.')),
    ).toHaveLength(1)
  })

  test('gives no verdict if the judge fails or its prompt needs a missing field', async () => {
    const { evaluateWith, run } = await start()

    const { a, done } = await evaluateWith(
      judge('{{output}} [[fault: 400 times=99]]'),
      judge('{{output}} {{nowhere}}'),
    )

    expect(a?.evaluations).toMatchObject({
      k0: {
        status: 'undecided',
        reason:
          "no verdict: Invalid value for 'temperature' (simulated fault). Correct temperature where it is set",
      },
      k1: { status: 'undecided', reason: expect.stringContaining('nowhere') },
    })
    expect(a?.verdicts).toMatchObject({ k0: { isFailed: true }, k1: { isFailed: false } })
    expect(done.status).toBe('done')
    expect((await run(done.id)).status).toBe('done')
  })

  test('limits judges by a separate budget', async () => {
    const { make, run } = await start()
    const id = await make({
      evaluators: createChecks(judge(PASSES)),
      concurrency: 1,
      judgeBudget: { tokens: 1 },
    })

    const done = await run(id)

    expect(done).toMatchObject({ status: 'stopped', stopReason: 'budget', cells: { done: 2 } })
    expect(done.judging.verdicts).toBe(1)
  })

  test('accepts human ratings and pairwise votes', async () => {
    const { client, evaluateWith } = await start()
    const { a, b, done } = await evaluateWith({ kind: 'human', question: 'Polite?' })
    const { id } = done
    const [first = '', second = ''] = [a?.id, b?.id]

    await client.comparisons.rate({ id, cell: first, evaluator: 'k0', passes: true })
    await client.comparisons.rate({ id, cell: first, evaluator: 'k0', passes: false })
    await client.comparisons.vote({ id, first, second, winner: 'first' })
    await client.comparisons.vote({ id, first: second, second: first, winner: 'first' })

    const after = await client.comparisons.get({ id })
    const ratedCell = after.grid.find((cell) => cell.id === first)
    expect(ratedCell?.evaluations['k0']).toMatchObject({ status: 'failed' })
    expect(after.votes).toHaveLength(1)
    const listRulings = async () => (await client.comparisons.list({})).items[0]?.rulings
    const { votes } = await client.comparisons.verdict({ id })
    expect(votes).toMatchObject([{ name: 'B', ruling: 'too-few', won: 1, lost: 0, tied: 0 }])
    expect(await listRulings()).toEqual([{ name: 'B', ruling: 'too-few' }])
    const [vote] = after.votes
    expect(vote?.winner === 'first' ? vote.first : vote?.second).toBe('b')
    const invalidVote = client.comparisons.vote({ id, first, second: first, winner: 'tie' })
    await expect(invalidVote).rejects.toMatchObject({ code: 'NO_SUCH_CELL' })
  })

  test('rejects a judge with a missing connection before anything runs', async () => {
    const { client, make } = await start()
    const unknownConnectionJudge = {
      ...judge(PASSES),
      model: { ...model, connection: 'nowhere' },
    } as Evaluator
    const id = await make({ evaluators: createChecks(unknownConnectionJudge) })

    const refused = client.comparisons.run({ id })

    await expect(refused).rejects.toMatchObject({
      code: 'PLAN_INVALID',
      data: { problems: [{ path: expect.stringContaining('evaluators.0.evaluator') }] },
    })
  })
})
