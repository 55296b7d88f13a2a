import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { expect, test } from 'vitest'
import { schemaValidator } from './connect.ts'

const validatorFor = (pattern: string) =>
  schemaValidator.getValidator({ type: 'object', properties: { code: { pattern } } })

test.each(SLOW_FAMILIES)('checks %s of a server’s schema in linear time', async (pattern, text) => {
  const spent = await cpuTime(() => validatorFor(pattern)({ code: text }))

  expect(spent).toBeLessThan(CPU_LIMIT_MS)
})

test.each(REJECTED_PATTERNS)('rejects %s of a server’s schema by name', (pattern, reason) => {
  expect(validatorFor(pattern)({ code: 'aaa' })).toMatchObject({
    valid: false,
    errorMessage: expect.stringContaining(reason),
  })
})
