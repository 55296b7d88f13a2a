import type { Page } from 'playwright-core'
import { median, percentile } from './statistics.ts'

/** Main-thread milliseconds per key: scripts alone, and with style, layout and paint. */
export type Typing = { script: number; p95: number; whole: number }

const KEYS = 100
/** The first keys compile code that the others run. */
const WARM_UP = 20
/** Fast, but slow enough that delayed work of a key is counted with it. */
const PACE_MS = 80
const TEXT = 'the quick brown fox '

/** Types at the end of a text, one key at a time. */
export async function typing(page: Page, field: string): Promise<Typing> {
  await page.locator(field).click()
  await page.keyboard.press('Control+End')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return { script: 1_000 * seconds('ScriptDuration'), whole: 1_000 * seconds('TaskDuration') }
  }
  const keys: { script: number; whole: number }[] = []
  for (let at = 0; at < WARM_UP + KEYS; at++) {
    const before = await spent()
    await page.keyboard.press(TEXT[at % TEXT.length] ?? 'x')
    await page.waitForTimeout(PACE_MS)
    const after = await spent()
    keys.push({ script: after.script - before.script, whole: after.whole - before.whole })
  }
  await session.detach()
  const counted = keys.slice(WARM_UP)
  const scripts = counted.map(({ script }) => script)
  return {
    script: median(scripts),
    p95: percentile(scripts, 0.95),
    whole: median(counted.map(({ whole }) => whole)),
  }
}
