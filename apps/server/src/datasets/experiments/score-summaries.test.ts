import type { Run } from 'langsmith/schemas'
import { evaluate } from 'langsmith/evaluation'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { evaluateOutsideOfGit, useLangsmithServer } from '../../testing/langsmith-harness.ts'

evaluateOutsideOfGit()

describeDatabases('scores of an experiment', (db) => {
  const start = useLangsmithServer(db)

  test('scores of an experiment use the newest feedback per answer and count errored runs as failed', async () => {
    const server = await start()
    const sdk = server.sdk({ autoBatchTracing: true })
    const { id } = await sdk.createDataset('Sums')
    await sdk.createExamples(
      [1, 2, 3, 4].map((n) => ({ dataset_id: id, inputs: { n }, outputs: {} })),
    )
    const target = ({ n }: { n: number }) => {
      if (n === 4) throw new Error('out of reach')
      return { n }
    }
    const { results } = await evaluate(target, {
      data: 'Sums',
      client: sdk,
      evaluators: [
        ({ run }: { run: Run }) => ({ key: 'exact', score: run.inputs['n'] === 3 ? 0 : 1 }),
        ({ run }: { run: Run }) => ({ key: 'length', score: 10 * Number(run.inputs['n']) }),
        ({ run }: { run: Run }) => ({
          key: 'tone',
          value: run.inputs['n'] === 3 ? 'rude' : 'polite',
        }),
      ],
    })
    await sdk.awaitPendingTraceBatches()
    const second = results.find(({ run }) => run.inputs['n'] === 2)?.run.id ?? ''
    await sdk.createFeedback(second, 'exact', { score: 0 })

    const [experiment] = await server.client.datasets.experiments({ dataset: 'Sums' })

    expect(experiment).toMatchObject({
      errors: 1,
      scores: [
        { key: 'exact', count: 4, mean: 1 / 4 },
        { key: 'length', count: 3, mean: 20 },
      ],
      categories: [
        {
          key: 'tone',
          values: [
            { value: 'polite', count: 3 },
            { value: 'rude', count: 1 },
          ],
        },
      ],
    })
    const compared = await server.client.experiments.results({ ids: [experiment?.id ?? ''] })
    expect(compared.experiments).toEqual([experiment])
    const passed = compared.answers.map(({ status, scores }) =>
      status === 'error' ? 0 : scores['exact'],
    )
    expect(passed.filter((score) => score === 1)).toHaveLength(1)
    expect(passed.filter((score) => score === 0)).toHaveLength(3)
    const tones = compared.answers.map(({ categories }) => categories['tone'])
    expect(tones.filter((tone) => tone === 'polite')).toHaveLength(3)
    expect(tones.filter((tone) => tone === 'rude')).toHaveLength(1)
  })
})
