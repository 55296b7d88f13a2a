import { use } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceArrival } from '../../lib/api/arrivals.ts'
import { lazyComponent } from './lazy-component.ts'
import { Suspense } from './suspense.tsx'

let root: Root
const shown = () => document.body.textContent

// Disables the `act` environment, in which React does not delay fallbacks, and uses fake timers.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Flushes React's work without advancing the timers. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
}

test('shows an answer as soon as it arrives, even right after another reveal', async () => {
  const answer = Promise.withResolvers<string>()
  const Answer = () => use(answer.promise)
  root.render(
    <Suspense fallback="waiting">
      <Answer />
    </Suspense>,
  )
  await settle()
  expect(shown()).toBe('waiting')

  answer.resolve('come')
  announceArrival()
  await settle()

  expect(shown()).toBe('come')
})

test('shows lazy code as soon as it has loaded', async () => {
  const module = Promise.withResolvers<{ Part: () => string }>()
  const Part = lazyComponent(() => module.promise, 'Part')
  root.render(
    <Suspense fallback="waiting">
      <Part />
    </Suspense>,
  )
  await settle()

  module.resolve({ Part: () => 'come' })
  await settle()

  expect(shown()).toBe('come')
})
