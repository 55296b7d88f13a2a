import { afterEach, expect, test, vi } from 'vitest'
import { importFile } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before leaving the page during an import', async () => {
  const taking = new AbortController()
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })

  const taken = importFile('id', new Blob(['q\nWhy?']), {
    plan: {
      columns: { q: 'inputs.q' },
      json: [],
      hasHeader: true,
      splits: [],
      dedupe: false,
      leaveOut: false,
    },
    name: 'q.csv',
    signal: taking.signal,
    onProgress: () => {},
  })

  expect(isAsked()).toBe(true)
  taking.abort()
  await expect(taken).rejects.toThrow('aborted')
  expect(isAsked()).toBe(false)
})
