import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { uuid } from '../../testing/event-factory.ts'
import { loadNodeState } from './open-in-compare.tsx'
import { span } from './testing.ts'

let stop = () => {}
afterEach(() => stop())

const call = span({ parentId: uuid(9), node: 'answer' })

test('stateRead returns undefined if the parent span was never sent', async () => {
  const missing = fake.traces.span.handler(({ errors }) => {
    throw errors.NO_SUCH_SPAN()
  })
  stop = serveFake({ traces: { span: missing } })

  await expect(loadNodeState(call)).resolves.toBeUndefined()
})

test('stateRead rethrows other errors', async () => {
  const broken = fake.traces.span.handler(() => {
    throw new Error('out of order')
  })
  stop = serveFake({ traces: { span: broken } })

  await expect(loadNodeState(call)).rejects.toThrow(/internal server error/i)
  await expect(loadNodeState({ ...call, parentId: null })).resolves.toBeUndefined()
})
