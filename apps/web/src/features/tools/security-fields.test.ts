import { expect, test } from 'vitest'
import { securityNeeded } from './security-fields.tsx'

const key = { id: 'key', type: 'header', name: 'X-Key' } as const
const token = { id: 'token', type: 'bearer', name: '' } as const
const login = { id: 'login', type: 'basic', name: '' } as const

test('lists each scheme once with the number of operations that accept it', () => {
  const operations = [
    { security: [['key', 'token'], ['key']] },
    { security: [['token']] },
    { security: [] },
  ]

  expect(securityNeeded([key, token, login], operations)).toEqual({
    schemes: [
      { scheme: key, operations: 1 },
      { scheme: token, operations: 2 },
    ],
    otherCount: 1,
  })
})
