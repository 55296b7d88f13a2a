import { audioUsage, type Usage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { measures, availableMeasures } from './measures.ts'
import { point } from './testing.ts'
import { charts, listShownLines } from './series.ts'

const countTokens = (usage: Partial<Usage>) =>
  charts
    .filter(({ id }) => id === 'tokens')
    .flatMap((chart) => listShownLines(chart, point(usage)))
    .map(({ label, value }) => [label, value(point(usage))])

const text = { input: 10, cachedRead: 4, output: 5 }
const voiceUsage = { input: 10, cachedRead: 4, output: 9, reasoning: 2, ...audioUsage(3, 6) }

test('the token lines sum up to all input and output tokens', () => {
  expect(countTokens(voiceUsage)).toEqual([
    ['in', 3],
    ['in, cached', 4],
    ['in, audio', 3],
    ['out', 1],
    ['out, reasoning', 2],
    ['out, audio', 6],
  ])
})

test('omits audio and reasoning lines without such tokens', () => {
  expect(countTokens(text)).toEqual([
    ['in', 6],
    ['in, cached', 4],
    ['out', 5],
  ])
})

test('draws audio of unknown direction separately', () => {
  const unattributedUsage = { ...text, audio: 5, audioInput: 1, audioOutput: 2 }

  expect(countTokens(unattributedUsage)).toContainEqual(['audio, unknown direction', 2])
})

test('compares groups by audio and reasoning if any group has them', () => {
  const groups = [{ total: point(text) }, { total: point(voiceUsage) }]

  expect(availableMeasures('agent', groups)).toEqual(expect.arrayContaining(['reasoning', 'audio']))
  expect(availableMeasures('agent', groups.slice(0, 1))).not.toContain('audio')
  expect(availableMeasures('tool', groups)).not.toContain('audio')
})

test('calls outside of nodes are not shown as zero runs', () => {
  expect(measures.runs.formatTotal({ ...point({}), runs: 0, modelCalls: 6 })).toBe('—')
  expect(measures.runs.formatTotal({ ...point({}), runs: 2, modelCalls: 6 })).toBe('2')
})
