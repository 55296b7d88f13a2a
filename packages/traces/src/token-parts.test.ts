import { noUsage } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenParts } from './token-parts.ts'

test('whatever is told, the parts of a side are all of it and none is less than nothing', () => {
  const count = fc.nat(50)
  const usages = fc.record({
    input: count,
    output: count,
    cachedRead: count,
    cachedWrite: count,
    reasoning: count,
    audio: count,
    audioInput: count,
    audioOutput: count,
    audioCached: count,
  })

  fc.assert(
    fc.property(usages, (usage) => {
      const parts = tokenParts(usage)
      const { input, cachedRead, audioCached, cachedWrite, audioInput, untoldInput } = parts
      const heard = [input, cachedRead, audioCached, cachedWrite, audioInput, untoldInput]
      const said = [parts.output, parts.reasoning, parts.audioOutput, parts.untoldOutput]
      expect(heard.reduce((sum, part) => sum + part)).toBe(usage.input)
      expect(said.reduce((sum, part) => sum + part)).toBe(usage.output)
      expect(Math.min(...heard, ...said)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('audio of which nobody told the side is taken from the input first', () => {
  const usage = { ...noUsage, input: 3, output: 9, audio: 5 }

  expect(tokenParts(usage)).toMatchObject({ input: 0, untoldInput: 3, untoldOutput: 2, output: 7 })
})
