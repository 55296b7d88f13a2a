import { expect, test } from 'vitest'
import { rowsText } from './rows-file.ts'

const SECRET = 'gsk_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b'

test.each(['csv', 'jsonl', 'md'] as const)('a %s file contains no secret of its rows', (format) => {
  const rows = [{ variant: 'A', output: `use ${SECRET}`, calls: [{ args: { note: SECRET } }] }]

  const text = rowsText(rows, format)

  expect(text).toContain('use [SECRET_DETECTED]')
  expect(text).not.toContain(SECRET)
})
