import { expect, test } from 'vitest'
import { tlsOptions } from './query-postgres.ts'

const asked = (mode: string, host = 'db.example') =>
  tlsOptions(new URL(`postgres://me@${host}/shop${mode}`), host)

test('sslmode chooses TLS: none, any certificate, a trusted one, or a trusted one for the host', () => {
  const nameless = { checkServerIdentity: expect.any(Function) }

  expect(asked('')).toBe(false)
  expect(asked('?sslmode=disable')).toBe(false)
  expect(asked('?sslmode=require')).toEqual({ rejectUnauthorized: false })
  expect(asked('?sslmode=verify-ca')).toEqual({ rejectUnauthorized: true, ...nameless })
  expect(asked('?sslmode=verify-full')).toEqual({ rejectUnauthorized: true })
})

test('an IP address must be in its certificate', () => {
  expect(asked('?sslmode=verify-full', '10.1.2.3')).toEqual({
    rejectUnauthorized: true,
    host: '10.1.2.3',
  })
})
