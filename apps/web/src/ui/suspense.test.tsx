import { use } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceArrival } from '../lib/arrivals.ts'
import { lazyPart } from './lazy-part.ts'
import { Suspense } from './suspense.tsx'

let root: Root
const shown = () => document.body.textContent

// As in a browser, not as in `act`, where React holds nothing back; and no time passes by itself.
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

/** What React has to do by now, without any time passing. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
}

test('an answer is shown when it has come, however short before something else was shown', async () => {
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

test('code is shown when it has come', async () => {
  const module = Promise.withResolvers<{ Part: () => string }>()
  const Part = lazyPart(() => module.promise, 'Part')
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
