import { expect, test } from 'vitest'
import { createVault } from './vault.ts'

const vault = createVault('a key of at least thirty-two characters')

test('opens what it sealed', () => {
  expect(vault.open(vault.seal('sk-köy', 'one'), 'one')).toBe('sk-köy')
})

test('never seals twice alike', () => {
  expect(vault.seal('same', 'one')).not.toEqual(vault.seal('same', 'one'))
})

test('holds nothing readable', () => {
  expect(Buffer.from(vault.seal('sk-canary', 'one')).toString('latin1')).not.toContain('canary')
})

test('refuses a secret that was moved to another place', () => {
  const sealed = vault.seal('secret', 'one')

  expect(() => vault.open(sealed, 'two')).toThrow(/another key/)
})

test('refuses a secret that was tampered with', () => {
  const sealed = vault.seal('secret', 'one')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1

  expect(() => vault.open(sealed, 'one')).toThrow(/another key/)
})

test('refuses another key, and says what to do', () => {
  const other = createVault('another key of thirty-two characters')

  expect(() => other.open(vault.seal('secret', 'one'), 'one')).toThrow(/LATHE_SECRET_KEY/)
})
