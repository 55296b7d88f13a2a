import type { Page } from 'playwright-core'
import { percentile } from './statistics.ts'

export type Scrolling = { median: number; p95: number; longest: number }

const FRAMES = 200
/** The first of a gesture are not counted. */
const WARM_UP = 20

/** From frame to frame while the rows are scrolled: by hand at first, then in leaps from end to end. */
export async function scrollFrames(page: Page, of = '[role="tree"]'): Promise<Scrolling> {
  const deltas = await page.evaluate(scrollInPage, { count: FRAMES + WARM_UP, of })
  const counted = deltas.slice(WARM_UP)
  return {
    median: percentile(counted, 0.5),
    p95: percentile(counted, 0.95),
    longest: Math.max(...counted),
  }
}

/** Runs in the page, so it may use nothing from around it. */
async function scrollInPage({ count, of }: { count: number; of: string }): Promise<number[]> {
  const rows = document.querySelector(of)?.parentElement
  if (!rows) throw new Error('There are no rows')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const deltas: number[] = []
  let last = await frame()
  for (let step = 0; step < count; step++) {
    rows.scrollTop += step < count / 2 ? 120 : rows.scrollHeight / count
    const now = await frame()
    deltas.push(now - last)
    last = now
  }
  return deltas
}
