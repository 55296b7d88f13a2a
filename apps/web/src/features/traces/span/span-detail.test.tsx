import { audioUsage, ZERO_USAGE, type Usage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { screen } from '@testing-library/react'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanFacts } from './span-detail.tsx'
import { span } from '../testing.ts'

const { audioInput: _in, audioOutput: _out, ...untoldUsage } = ZERO_USAGE

test.each<[Usage, string]>([
  [{ ...ZERO_USAGE, input: 10, output: 5 }, '10 in → 5 out'],
  [
    { ...ZERO_USAGE, input: 10, output: 9, cachedRead: 4, reasoning: 2, ...audioUsage(3, 6) },
    '10 in (4 cached, 3 audio) → 9 out (2 reasoning, 6 audio)',
  ],
  [{ ...untoldUsage, input: 10, output: 9, audio: 7 }, '10 in → 9 out, 7 audio in or out'],
])('shows the tokens of %j as %s', async (usage, told) => {
  renderInApp(<SpanFacts span={span({ kind: 'model', usage })} />)

  expect((await screen.findByText('Tokens')).nextElementSibling).toHaveTextContent(told)
})

test('the duration of a running span counts up until it is abandoned', () => {
  const open = span({ status: 'running', endedAt: null, startedAt: Date.now() * 1_000 - 5_000_000 })
  const duration = () => screen.getByText('Duration').nextElementSibling

  const { unmount } = renderInApp(<SpanFacts span={open} />)
  expect(duration()).toHaveTextContent(/^[\d.]+ s$/)
  unmount()

  renderInApp(<SpanFacts span={open} isSilent />)
  expect(duration()).toHaveTextContent('—')
})
