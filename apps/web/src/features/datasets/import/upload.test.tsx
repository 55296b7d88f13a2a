import { afterEach, expect, test, vi } from 'vitest'
import { importFile } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

const isLeavingPrevented = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before leaving the page during an import', async () => {
  const controller = new AbortController()
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })

  const imported = importFile('id', new Blob(['q\nWhy?']), {
    plan: {
      columns: { q: 'inputs.q' },
      json: [],
      hasHeader: true,
      splits: [],
      dedupe: false,
      skipInvalid: false,
    },
    name: 'q.csv',
    signal: controller.signal,
    onProgress: () => {},
  })

  expect(isLeavingPrevented()).toBe(true)
  controller.abort()
  await expect(imported).rejects.toThrow('aborted')
  expect(isLeavingPrevented()).toBe(false)
})
