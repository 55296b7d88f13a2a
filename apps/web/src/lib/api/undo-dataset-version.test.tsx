import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { describeError } from './describe-error.ts'
import { undoDatasetVersion } from './undo-dataset-version.ts'

const DATASET = '01980000-0000-7000-8000-000000000001'

let stopServing = () => {}
afterEach(() => stopServing())

function serveDataset(newest: number) {
  const asked: unknown[] = []
  const revert = fake.datasets.revert.handler(({ input, errors }) => {
    asked.push(input)
    if (input.base !== newest) throw errors.CONFLICT({ data: { version: newest } })
    return { version: newest + 1, added: 0, changed: 0, removed: 1, unchanged: 0, ids: [] }
  })
  stopServing = serveFake({ datasets: { revert } })
  return asked
}

test('reverts the newest version of a dataset', async () => {
  const asked = serveDataset(4)

  await undoDatasetVersion(DATASET, 4)

  expect(asked).toEqual([{ dataset: DATASET, version: 3, base: 4 }])
})

test('keeps a version with a newer one and reports why', async () => {
  serveDataset(5)

  const refused = await undoDatasetVersion(DATASET, 4).catch(describeError)

  expect(refused).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/changed since/),
  })
})
