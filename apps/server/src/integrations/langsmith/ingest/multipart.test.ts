import { expect, test } from 'vitest'
import { readMultipart } from './multipart.ts'

const namesIn = (...dispositions: string[]) => {
  const parts = dispositions.map(
    (one) =>
      `--b\r\nContent-Disposition: form-data; ${one}\r\nContent-Type: text/plain\r\n\r\nx\r\n`,
  )
  const body = Buffer.from(`${parts.join('')}--b--\r\n`)
  return [...readMultipart(body, 'b', 1_000)].map(({ name }) => name)
}

test.each([
  ['name="photo"', 'photo'],
  ['name="with \\"quotes\\" escaped"', 'with "quotes" escaped'],
  // The official SDKs do not escape names.
  ['name="with "quotes" as they are"', 'with "quotes" as they are'],
  ['name="ends with "quotes""', 'ends with "quotes"'],
  ['name="a "quoted"; then more"', 'a "quoted"; then more'],
  ['name="C:\\pictures\\ü你"', 'C:\\pictures\\ü你'],
  ['name="two\nlines"', 'two\nlines'],
  ['name="data"; filename="data.bin"', 'data'],
  ['filename="data.bin"; name="data"', 'data'],
])('the name in %s is %j', (disposition, name) => {
  expect(namesIn(disposition)).toEqual([name])
})

test('an unterminated name is ignored', () => {
  expect(namesIn(`name="${'\\'.repeat(4_000)}`)).toEqual(['part 1'])
})

test.each([';name="\\', ' name="" '])(
  'parts that consist of %j are read in linear time',
  (unit) => {
    const parts = Array.from({ length: 1_000 }, () => `${unit.repeat(7_900 / unit.length)}\x01`)
    const before = process.threadCpuUsage()

    namesIn(...parts)

    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(3_000)
  },
)
