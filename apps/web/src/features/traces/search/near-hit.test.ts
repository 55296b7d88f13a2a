import { expect, test } from 'vitest'
import { nearHit } from './near-hit.ts'

test.each([
  ['…":2900,"note":"deep needle here', 'NEEDLE', '…"deep needle here'],
  ['…a needle', 'needle', '…a needle'],
  ['nothing of it', 'needle', 'nothing of it'],
])('%j is told of %j as %j', (excerpt, text, told) => {
  expect(nearHit(excerpt, text)).toBe(told)
})
