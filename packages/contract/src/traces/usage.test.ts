import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUsage, audioUsage, ZERO_USAGE, unattributedAudio } from './usage-sums.ts'
import { Usage } from './usage.ts'

const tokens = fc.nat(1_000_000)
const counts = {
  input: tokens,
  output: tokens,
  cachedRead: tokens,
  cachedWrite: tokens,
  reasoning: tokens,
}
const told = fc
  .tuple(fc.record(counts), tokens, tokens)
  .map(([of, heard, spoken]): Usage => ({ ...of, ...audioUsage(heard, spoken) }))
const untold = fc.record({ ...counts, audio: tokens })
const usages = fc.array(fc.oneof(told, untold), { maxLength: 20 })

test('sums keep a usage without audio directions unchanged', () => {
  fc.assert(
    fc.property(untold, (usage) => {
      expect(Usage.parse(usage)).toStrictEqual({ ...usage })
    }),
  )
})

test('sums contain all audio and the known part of each direction', () => {
  fc.assert(
    fc.property(usages, (all) => {
      const sum = all.reduce(addUsage, ZERO_USAGE)

      const total = (of: (usage: Usage) => number) => all.reduce((so, usage) => so + of(usage), 0)
      expect(sum).toEqual({
        input: total(({ input }) => input),
        output: total(({ output }) => output),
        cachedRead: total(({ cachedRead }) => cachedRead),
        cachedWrite: total(({ cachedWrite }) => cachedWrite),
        reasoning: total(({ reasoning }) => reasoning),
        audio: total(({ audio }) => audio),
        audioInput: total(({ audioInput = 0 }) => audioInput),
        audioOutput: total(({ audioOutput = 0 }) => audioOutput),
      })
      expect(unattributedAudio(sum)).toBe(total(unattributedAudio))
    }),
  )
})
