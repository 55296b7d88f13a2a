import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser on plain HTTP: copying fires an event whose data become the clipboard. */
function plainHttp() {
  const copied: string[] = []
  vi.stubGlobal('navigator', {})
  document.execCommand = () => {
    const clipboardData = { setData: (_type: string, text: string) => copied.push(text) }
    return document.body.dispatchEvent(
      Object.assign(new Event('copy', { bubbles: true }), { clipboardData }),
    )
  }
  return copied
}

test('copies through a copy event when there is no clipboard API', async () => {
  const copied = plainHttp()

  expect(await copyText('a key')).toBe(true)
  expect(copied).toEqual(['a key'])

  document.execCommand('copy')
  expect(copied).toEqual(['a key'])
})

test('reports that the browser denied access to the clipboard', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(new Error()) } })
  expect(await copyText('a key')).toBe(false)

  plainHttp()
  document.execCommand = () => false
  expect(await copyText('a key')).toBe(false)
})
