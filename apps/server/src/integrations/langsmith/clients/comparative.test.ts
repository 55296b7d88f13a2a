import { evaluate } from 'langsmith/evaluation'
import type { Run } from 'langsmith/schemas'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { evaluateOutsideOfGit, useLangsmithServer } from '../../../testing/langsmith-harness.ts'

type Values = Record<string, unknown>

evaluateOutsideOfGit()

describeDatabases('comparative experiments', (db) => {
  const start = useLangsmithServer(db)

  test('the official client evaluates experiments comparatively and the comparison shows its scores', async () => {
    const server = await start()
    const client = server.sdk({ autoBatchTracing: true })
    const dataset = await client.createDataset('Sums')
    await client.createExamples(
      [1, 2, 3].map((n) => ({ dataset_id: dataset.id, inputs: { n }, outputs: { a: n * 2 } })),
    )
    const attempt = async (prefix: string, target: (inputs: Values) => Values) =>
      await evaluate(target, {
        data: 'Sums',
        client,
        experimentPrefix: prefix,
        evaluators: [
          ({ outputs, referenceOutputs }: { outputs: Values; referenceOutputs?: Values }) => ({
            key: 'exact',
            score: outputs['a'] === referenceOutputs?.['a'],
          }),
        ],
      })
    const poor = await attempt('poor', ({ n }) => ({ a: n }))
    const good = await attempt('good', ({ n }) => ({ a: n === 3 ? 0 : Number(n) * 2 }))
    await client.awaitPendingTraceBatches()

    const compared = await evaluate([poor.experimentName, good.experimentName], {
      client,
      evaluators: [
        ({ runs, outputs }: { runs: Run[]; outputs: Values[] }) => ({
          key: 'larger',
          scores: Object.fromEntries(
            runs.map(({ id }, index) => [
              id,
              Number(outputs[index]?.['a']) >= Number(outputs[1 - index]?.['a']) ? 1 : 0,
            ]),
          ),
        }),
      ],
    })

    const { items } = await server.client.datasets.examples({ dataset: 'Sums' })
    const [first = '', second = '', third = ''] = items.map(({ id }) => id)
    const projects = await Promise.all(
      [poor, good].map(({ experimentName: projectName }) => client.readProject({ projectName })),
    )
    const ids = projects.map(({ id }) => id)
    const results = await server.client.experiments.results({ ids })
    expect(results.experiments).toMatchObject([
      { name: poor.experimentName, traces: 3, scores: [{ key: 'exact', count: 3, mean: 0 }] },
      { name: good.experimentName, scores: [{ key: 'exact', count: 3, mean: 2 / 3 }] },
    ])
    expect(results.examples[2]).toEqual({ id: third, inputs: '{"n":3}', reference: '{"a":6}' })
    const answered = results.answers.filter(({ example }) => example === third)
    expect(answered.map(({ output, scores }) => ({ output, scores }))).toEqual([
      { output: '{"a":3}', scores: { exact: 0 } },
      { output: '{"a":0}', scores: { exact: 0 } },
    ])
    const winners = new Map(
      results.votes.map(({ example, first, winner }) => [
        example,
        winner === 'tie' ? 'tie' : (winner === 'first') === (first === ids[0]) ? 'poor' : 'good',
      ]),
    )
    expect(winners).toEqual(
      new Map([
        [first, 'good'],
        [second, 'good'],
        [third, 'poor'],
      ]),
    )
    const file = await server.client.experiments.export({ ids, format: 'csv' })
    const [head, ...lines] = (await file.text()).trim().split('\r\n')
    expect(file.name).toBe('Sums.csv')
    expect(head).toMatch(/^example,inputs,reference,experiment,status,output,.*preferred: larger$/)
    expect(lines).toHaveLength(6)
    expect(lines.slice(0, 2).every((line) => line.endsWith(`,${good.experimentName}`))).toBe(true)
    expect(lines.slice(4).every((line) => line.endsWith(`,${poor.experimentName}`))).toBe(true)
    const { pathname, search } = new URL(compared.url ?? '')
    const page = await fetch(server.url + pathname + search, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`/compare/experiments?of=${ids.join(',')}`)
  })

  test('a comparative experiment requires experiments on the named dataset', async () => {
    const server = await start()
    const client = server.sdk()
    const first = await client.createDataset('One')
    const other = await client.createDataset('Other')
    const experiment = await client.createProject({
      projectName: 'of one',
      referenceDatasetId: first.id,
    })

    const place = { name: 'two', experimentIds: [experiment.id] }
    await expect(
      client.createComparativeExperiment({ ...place, referenceDatasetId: other.id }),
    ).rejects.toThrow(/is not an experiment on Other/)
    expect(
      await client.createComparativeExperiment({ ...place, referenceDatasetId: first.id }),
    ).toMatchObject({ name: 'two', experiments_info: [{ id: experiment.id, name: 'of one' }] })
  })
})
