import { expect, test } from 'vitest'
import { runPipeline } from './pipeline.ts'

test('a pipeline reads the next piece during a write, and writes in order', async () => {
  const seen: string[] = []
  await runPipeline([1, 2], {
    read: async (piece) => {
      seen.push(`reads ${piece}`)
      await Promise.resolve()
      return piece
    },
    write: async (piece) => {
      seen.push(`begins ${piece}`)
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(`ends ${piece}`)
    },
  })

  expect(seen).toEqual(['reads 1', 'begins 1', 'reads 2', 'ends 1', 'begins 2', 'ends 2'])
})

test('a pipeline finishes the current write before it throws the error of a read', async () => {
  const written: number[] = []
  const failing = runPipeline([1, 2], {
    read: async (piece) => (piece === 2 ? await Promise.reject(new Error('no more')) : piece),
    write: async (piece) => {
      await new Promise((resolve) => setImmediate(resolve))
      written.push(piece)
    },
  })

  await expect(failing).rejects.toThrow('no more')
  expect(written).toEqual([1])
})
