import { expect, test } from 'vitest'
import { readCaseFile } from './read-file.ts'

const file = (bytes: Uint8Array<ArrayBuffer> | string) => new File([bytes], 'cases.csv')
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (sign) => sign.charCodeAt(0)).buffer)

test('decodes a file in its own encoding', async () => {
  const latin = Uint8Array.from('q\nOù est la forêt ?', (sign) => sign.charCodeAt(0))

  expect(await readCaseFile(file('q\nForêt ?'))).toEqual({ name: 'cases.csv', text: 'q\nForêt ?' })
  expect(await readCaseFile(file(latin))).toMatchObject({
    text: 'q\nOù est la forêt ?',
    note: 'Read as windows-1252',
  })
  expect(await readCaseFile(file(utf16('q\nÖl?')))).toMatchObject({
    text: 'q\nÖl?',
    note: 'Read as utf-16le',
  })
})

test('rejects a binary file and a file over the size limit', async () => {
  const binary = await readCaseFile(file(Uint8Array.of(137, 80, 78, 71, 0, 1)))
  const large = await readCaseFile(file(new Uint8Array(17_000_000)))

  expect(binary).toMatchObject({ text: '', problem: 'Not a text file' })
  expect(large.problem).toMatch(/^The file has 17.0 MB/)
})
