import { expect, test } from 'vitest'
import { createEchoes } from './use-selection-param.ts'

test('a sent value is recognized once', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')

  expect(echoes.isEcho('model')).toBe(true)
  expect(echoes.isEcho('model')).toBe(false)
})

test('a value from outside is not an echo', () => {
  expect(createEchoes<string>().isEcho('model')).toBe(false)
})

test('values sent before a returned one are no longer expected', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')
  echoes.say('code')

  expect(echoes.isEcho('code')).toBe(true)
  expect(echoes.isEcho('model')).toBe(false)
})

test('an echo is recognized after other values were sent', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')
  echoes.say('code')

  expect(['model', 'code'].map(echoes.isEcho)).toEqual([true, true])
})
