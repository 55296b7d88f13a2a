import type { Page } from 'playwright-core'
import { median } from './statistics.ts'

type Timed = { checks: number[]; clones: number[] }

/** Records, in every new page, how long its check worker takes to answer. */
export async function watchChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timed: Timed = { checks: [], clones: [] }
    Object.assign(globalThis, { timed })
    const { value: post } = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage') as {
      value: (...message: unknown[]) => void
    }
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const [request] = message as [{ id?: number; document?: unknown }]
      if (request.document !== undefined) {
        const began = performance.now()
        structuredClone(structuredClone(request))
        const posted = performance.now()
        timed.clones.push(posted - began)
        const note = ({ data }: MessageEvent<{ id: number; type: string }>) => {
          if (data.id !== request.id || data.type !== 'problems') return
          timed.checks.push(performance.now() - posted)
          this.removeEventListener('message', note)
        }
        this.addEventListener('message', note)
      }
      Reflect.apply(post, this, message)
    }
  })
}

/**
 * Edits the open graph a few times. Returns medians of the check and of the message round trip
 * alone.
 */
export async function checkTimes(page: Page): Promise<{ answered: number; posted: number }> {
  await page.keyboard.press('ArrowRight')
  for (let edit = 0; edit < 5; edit++) {
    await page.keyboard.press('Alt+ArrowDown')
    await page.waitForTimeout(1_000)
  }
  const { checks, clones } = await page.evaluate(
    () => (globalThis as unknown as { timed: Timed }).timed,
  )
  // The first check waits for the worker to load.
  return { answered: median(checks.slice(1)), posted: median(clones.slice(1)) }
}
