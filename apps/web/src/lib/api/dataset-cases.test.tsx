import { afterEach, expect, test } from 'vitest'
import { makeExample } from '../../testing/example-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { loadDatasetCases, describeOmittedExamples } from './dataset-cases.ts'

let stop = () => {}
afterEach(() => stop())

test('reports examples that exceed the case limit', async () => {
  const examples = fake.datasets.examples.handler(({ input }) => ({
    items: Array.from({ length: Math.min(input.limit, 4) }, () => makeExample()),
    total: 4,
    version: 1,
  }))
  stop = serveFake({ datasets: { examples } })

  const some = await loadDatasetCases({ dataset: 'd' }, 3)

  expect(some.cases).toHaveLength(3)
  expect(describeOmittedExamples(some)).toMatch(/^Uses the first 3 of 4 examples/)
  expect(describeOmittedExamples(await loadDatasetCases({ dataset: 'd' }, 4))).toBeUndefined()
})
