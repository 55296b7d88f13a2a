import { expect, test } from 'vitest'
import { createEchoes } from './use-selection-param.ts'

test('what was said comes back once', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')

  expect(echoes.isEcho('model')).toBe(true)
  expect(echoes.isEcho('model')).toBe(false)
})

test('what others say is no echo', () => {
  expect(createEchoes<string>().isEcho('model')).toBe(false)
})

test('what was said before what comes back is not waited for', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')
  echoes.say('code')

  expect(echoes.isEcho('code')).toBe(true)
  expect(echoes.isEcho('model')).toBe(false)
})

test('an echo comes after another was said', () => {
  const echoes = createEchoes<string>()
  echoes.say('model')
  echoes.say('code')

  expect(['model', 'code'].map(echoes.isEcho)).toEqual([true, true])
})
