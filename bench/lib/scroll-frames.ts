import type { Page } from 'playwright-core'
import type { Row } from './report.ts'
import { percentile } from './statistics.ts'

const FRAMES = 200
/** Skipped at the start of a gesture. */
const WARM_UP = 20
/** Pixels per frame of a mouse wheel. */
const BY_HAND = 120

/** Measures frame times while scrolling: by wheel, then in jumps as by the scrollbar. */
export async function scrollingRow(page: Page, what: string, of = '[role="tree"]'): Promise<Row> {
  const byHand = await page.evaluate(scrollInPage, { count: FRAMES + WARM_UP, of, by: BY_HAND })
  const leaping = await page.evaluate(scrollInPage, { count: FRAMES + WARM_UP, of })
  const [hand, leaps] = [byHand, leaping].map((deltas) => deltas.slice(WARM_UP))
  return {
    what: `scrolling ${what}: frame time while scrolling, and jumping from end to end`,
    lathe: `${told(hand)}; ${told(leaps)}`,
    peers: ['60 frames a second: 16.7 ms'],
    ratio: `${ratio(hand)}, ${ratio(leaps)}`,
  }
}

const told = (deltas: number[] = []) =>
  `median ${percentile(deltas, 0.5).toFixed(1)} ms, p95 ${percentile(deltas, 0.95).toFixed(1)} ms, longest ${Math.max(...deltas).toFixed(0)} ms`

const ratio = (deltas: number[] = []) => `${(percentile(deltas, 0.5) / 16.7).toFixed(2)}×`

type Scroll = {
  count: number
  of: string
  /** Pixels per frame. Without it, jumps from end to end. */
  by?: number
}

/** Runs in the page, so it must not use outer variables. */
async function scrollInPage({ count, of, by }: Scroll): Promise<number[]> {
  const rows = document.querySelector(of)?.parentElement
  if (!rows) throw new Error('There are no rows')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  rows.scrollTop = 0
  const deltas: number[] = []
  let last = await frame()
  for (let step = 0; step < count; step++) {
    rows.scrollTop += by ?? rows.scrollHeight / count
    const now = await frame()
    deltas.push(now - last)
    last = now
  }
  return deltas
}
