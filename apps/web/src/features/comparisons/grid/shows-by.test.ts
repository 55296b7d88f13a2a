import { yardsticksOf } from '@lathe/verdicts'
import { expect, test } from 'vitest'
import { contains } from '../testing.ts'
import { nameOfShow, showsBy } from './shows-by.ts'

const [byCheck, ...others] = yardsticksOf([contains])
const latency = others.find(({ id }) => id === 'latency')
if (!byCheck || !latency) throw new Error('a check and what a run takes are yardsticks')

const has = (yardstick: typeof byCheck) =>
  showsBy(yardstick).some(({ value }) => value === 'undecided')

test('what has no verdict can be asked for of a check, and not of what a run takes', () => {
  expect([has(byCheck), has(latency)]).toEqual([true, false])
})

test.each([
  ['undecided', false, 'No verdict'],
  ['improved', false, 'Improved'],
  ['improved', true, 'Variant preferred'],
] as const)('%s (of pairs: %s) is called %s', (show, isPairwise, name) => {
  expect(nameOfShow(show, { ...byCheck, isPairwise })).toBe(name)
})
