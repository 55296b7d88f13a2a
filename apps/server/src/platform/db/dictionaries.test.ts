import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { dictionaryFor } from './dictionaries.ts'

const digestOf = (number: number) =>
  createHash('sha256').update(dictionaryFor(number)).digest('hex').slice(0, 16)

test('dictionaries never change, because stored payloads need them', () => {
  expect(digestOf(1)).toBe('5a668812d0ddb6d8')
})

test('a dictionary of a newer version is refused by name', () => {
  expect(() => dictionaryFor(200)).toThrow('dictionary 200')
})
