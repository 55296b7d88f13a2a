import { expect, test } from 'vitest'
import { Shelf } from './shelf.ts'

const MB = 1024 * 1024
const file = (length: number) => ({ name: 'x.jsonl', purpose: 'batch', text: 'x'.repeat(length) })

test('large files push the oldest off the shelf, and small ones do not', () => {
  const shelf = new Shelf()
  const [first, ...others] = [30 * MB, 30 * MB, 1, 30 * MB].map((size) =>
    shelf.keepFile(file(size)),
  )

  expect(shelf.files.map(({ id }) => id)).toEqual(others.map(({ id }) => id).toReversed())
  expect(() => shelf.getFile(first?.id ?? '')).toThrow('No such File object')
})

test('what was deleted takes no room, and the newest is kept whatever its size', () => {
  const shelf = new Shelf()
  const one = shelf.keepFile(file(60 * MB))
  shelf.deleteFile(one.id)
  const two = shelf.keepFile(file(10 * MB))
  const three = shelf.keepFile(file(40 * MB))

  expect(shelf.files).toEqual([three, two])
  const large = shelf.keepFile(file(70 * MB))
  expect(shelf.files).toEqual([large])
})
