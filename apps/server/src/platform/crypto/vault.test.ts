import { expect, test } from 'vitest'
import { createVault } from './vault.ts'

const vault = createVault('a key of at least thirty-two characters')

test('opens a sealed secret', () => {
  expect(vault.open(vault.seal('sk-köy', 'one'), 'one')).toBe('sk-köy')
})

test('seals the same secret to different bytes', () => {
  expect(vault.seal('same', 'one')).not.toEqual(vault.seal('same', 'one'))
})

test('does not contain the secret in plain text', () => {
  expect(Buffer.from(vault.seal('sk-canary', 'one')).toString('latin1')).not.toContain('canary')
})

test('rejects a secret sealed for another place', () => {
  const sealed = vault.seal('secret', 'one')

  expect(() => vault.open(sealed, 'two')).toThrow(/another key/)
})

test('rejects a modified secret', () => {
  const sealed = vault.seal('secret', 'one')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1

  expect(() => vault.open(sealed, 'one')).toThrow(/another key/)
})

test('rejects another key with a hint to restore it', () => {
  const other = createVault('another key of thirty-two characters')

  expect(() => other.open(vault.seal('secret', 'one'), 'one')).toThrow(/LATHE_SECRET_KEY/)
})
