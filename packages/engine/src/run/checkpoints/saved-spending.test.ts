import { MemorySaver } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { graph, modelNode } from '../../testing/documents.ts'
import { runRequest, startHarness } from '../../testing/run-harness.ts'

const twoModels = graph({
  nodes: { a: modelNode('{{topic}}'), b: modelNode('{{text}}') },
  edges: ['start > a', 'a > b', 'b > end'],
})

test('a model is called only after the answer before it is saved', async () => {
  const course: string[] = []
  class SlowSaver extends MemorySaver {
    override async putWrites(...given: Parameters<MemorySaver['putWrites']>) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await super.putWrites(...given)
      if (given[1].some(([channel]) => channel === 'text')) course.push('saved')
    }
  }
  const saver = new SlowSaver()
  const { run } = await startHarness({
    deps: { checkpointer: () => saver },
    onRequest: () => void course.push('asked'),
  })

  const { outcome } = await run(runRequest(twoModels, { topic: 'Tea' }))

  expect(outcome.type).toBe('success')
  expect(course).toEqual(['asked', 'saved', 'asked', 'saved'])
})

test('a run whose checkpoints cannot be saved spends nothing more', async () => {
  class FullSaver extends MemorySaver {
    override putWrites(): Promise<void> {
      return Promise.reject(new Error('the disk is full'))
    }
  }
  const saver = new FullSaver()
  const { run, mockProvider } = await startHarness({ deps: { checkpointer: () => saver } })

  const { outcome } = await run(runRequest(twoModels, { topic: 'Tea' }))

  expect(outcome).toMatchObject({ type: 'error', error: { message: 'the disk is full' } })
  expect(mockProvider.requests).toHaveLength(1)
})
