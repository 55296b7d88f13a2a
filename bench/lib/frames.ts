import type { GraphDocument } from '@lathe/contract'
import type { Page } from 'playwright-core'
import { percentile } from './statistics.ts'

/** Milliseconds between frames, and of tasks over 50 ms. */
export type Frames = { median: number; p95: number; longTasks: number; scriptPerFrame: number }

export type Gesture = 'pan' | 'drag'

const FRAMES = 120
/** Skipped at the start of a gesture. */
const WARM_UP = 20

/**
 * Creates one input event per frame inside the page, so that only the canvas limits the frame rate.
 */
export async function frames(
  page: Page,
  gesture: Gesture,
  document: GraphDocument,
): Promise<Frames> {
  const cards = Object.values(document.layout)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const scriptSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
  const before = await scriptSeconds()
  const { deltas, longTasks } = await page.evaluate(gestureInPage, {
    gesture,
    count: WARM_UP + FRAMES,
    cards,
  })
  const after = await scriptSeconds()
  const counted = deltas.slice(WARM_UP)
  await session.detach()
  return {
    median: percentile(counted, 0.5),
    p95: percentile(counted, 0.95),
    longTasks,
    scriptPerFrame: ((after - before) * 1_000) / deltas.length,
  }
}

type Motion = {
  gesture: Gesture
  count: number
  /** Positions of cards in the graph's coordinates. */
  cards: [x: number, y: number][]
}

/** Runs in the page, so it must not use outer variables. */
async function gestureInPage({ gesture, count, cards }: Motion) {
  const pane = document.querySelector('.react-flow__pane')
  const box = pane?.getBoundingClientRect()
  if (!pane || !box) throw new Error('There is no canvas')
  const away = ({ x, y }: { x: number; y: number }) => Math.hypot(x - middle.x, y - middle.y)
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const view = document.querySelector('.react-flow__viewport')
  const {
    a: zoom,
    e: left,
    f: top,
  } = new DOMMatrixReadOnly(view ? getComputedStyle(view).transform : '')
  const onScreen = cards
    .map(([x, y]) => ({ x: box.left + left + (x + 60) * zoom, y: box.top + top + (y + 14) * zoom }))
    .toSorted((a, b) => away(a) - away(b))
  const from = (gesture === 'drag' ? onScreen[0] : undefined) ?? middle
  const target = gesture === 'drag' ? document.elementFromPoint(from.x, from.y) : pane
  const isFar = document.querySelector('canvas[aria-label$="what they are"]') !== null
  if (gesture === 'drag' && !isFar && !target?.closest('.react-flow__node')) {
    throw new Error('Expected a card at this position')
  }
  const event = (type: string, x: number, y: number) =>
    new MouseEvent(type, {
      clientX: x,
      clientY: y,
      button: 0,
      buttons: 1,
      bubbles: true,
      cancelable: true,
      view: window,
    })

  let longTasks = 0
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length
  })
  observer.observe({ entryTypes: ['longtask'] })
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const deltas: number[] = []

  target?.dispatchEvent(event('mousedown', from.x, from.y))
  let last = await frame()
  for (let step = 1; step <= count; step++) {
    // Back and forth, so that the view stays about the same.
    const along = 6 * (step <= count / 2 ? step : count - step)
    window.dispatchEvent(event('mousemove', from.x + along, from.y + along / 2))
    const now = await frame()
    deltas.push(now - last)
    last = now
  }
  window.dispatchEvent(event('mouseup', from.x, from.y))
  await frame()
  observer.disconnect()
  return { deltas, longTasks }
}
