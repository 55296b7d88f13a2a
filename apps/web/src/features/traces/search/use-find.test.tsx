import { expect, test, afterEach } from 'vitest'
import { screen } from '@testing-library/react'
import { shortenExcerpt } from './use-find.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { SearchMatches } from './search-matches.tsx'

test.each([
  ['…":2900,"note":"deep needle here', 'NEEDLE', '…"deep needle here'],
  ['…a needle', 'needle', '…a needle'],
  ['nothing of it', 'needle', 'nothing of it'],
])('nearHit(%j, %j) is %j', (excerpt, text, told) => {
  expect(shortenExcerpt(excerpt, text)).toBe(told)
})

let stop = () => {}
afterEach(() => stop())

test('searches for a single CJK character', async () => {
  const told = span()
  stop = serveFake({
    traces: {
      find: fake.traces.find.handler(async function* ({ input: { q } }) {
        yield [{ spanId: told.id, part: 'inputs', excerpt: `${q} at the source` }]
      }),
    },
  })

  renderInApp(<SearchMatches span={told} text="水" />)

  expect(await screen.findByText('水')).toBeVisible()
})
