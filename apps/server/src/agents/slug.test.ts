import { Slug } from '@lathe/contract'
import { expect, test } from 'vitest'
import { slugOf, slugsFrom } from './slug.ts'

test.each([
  ['Support triage', 'support-triage'],
  ['Ünïque  Näme!', 'unique-name'],
  ['--a--', 'a'],
  ['研究', 'agent'],
  ['', 'agent'],
  ['x'.repeat(200), 'x'.repeat(64)],
])('turns %j into the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(Slug.safeParse(slug).success).toBe(true)
})

test('numbers copies within the maximum length', () => {
  const slugs = slugsFrom('y'.repeat(64))
  const [first, second, third] = [slugs.next().value, slugs.next().value, slugs.next().value]

  expect(first).toBe('y'.repeat(64))
  expect(second).toBe(`${'y'.repeat(62)}-2`)
  expect(third).toBe(`${'y'.repeat(62)}-3`)
})
