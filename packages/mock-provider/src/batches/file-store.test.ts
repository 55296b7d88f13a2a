import { expect, test } from 'vitest'
import { FileStore } from './file-store.ts'

const MB = 1024 * 1024
const file = (length: number) => ({ name: 'x.jsonl', purpose: 'batch', text: 'x'.repeat(length) })

test('drops the oldest files when large files exceed the limit', () => {
  const store = new FileStore()
  const [first, ...others] = [30 * MB, 30 * MB, 1, 30 * MB].map((size) => store.addFile(file(size)))

  expect(store.files.map(({ id }) => id)).toEqual(others.map(({ id }) => id).toReversed())
  expect(() => store.getFile(first?.id ?? '')).toThrow('No such File object')
})

test('frees the space of deleted files, and keeps the newest file of any size', () => {
  const store = new FileStore()
  const one = store.addFile(file(60 * MB))
  store.deleteFile(one.id)
  const two = store.addFile(file(10 * MB))
  const three = store.addFile(file(40 * MB))

  expect(store.files).toEqual([three, two])
  const large = store.addFile(file(70 * MB))
  expect(store.files).toEqual([large])
})
