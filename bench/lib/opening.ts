import type { Page } from 'playwright-core'
import { launchPaced, openPage } from './browser.ts'
import type { Lathe } from './lathe.ts'
import { median } from './statistics.ts'

/** What must be there, and how high. */
type Shown = { selector: string; height?: number }

/** Any page's surroundings alone, at an address that has no page: nothing opens sooner. */
const SHELL = { path: '/no/such/page', shown: [{ selector: 'nav[aria-label="Main"] a' }] }

/** What the page tells begins so. */
const TOLD = 'shown after '

/** In a Chromium of its own; `measure` gives the milliseconds until each of what is shown was there, the median of all rounds. */
export async function openings<T>(
  lathe: Lathe,
  rounds: number,
  measure: (open: (path: string, shown: readonly Shown[]) => Promise<number[]>) => Promise<T>,
): Promise<T & { shell: number }> {
  const browser = await launchPaced()
  try {
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const open = async (path: string, shown: readonly Shown[]) => {
      const times: number[][] = []
      for (let round = 0; round < rounds; round++)
        times.push(await openAnew(page, `${lathe.url}${path}`, shown))
      return shown.map((_, at) => median(times.map((each) => each[at] ?? Number.NaN)))
    }
    const [shell = Number.NaN] = await open(SHELL.path, SHELL.shown)
    return { ...(await measure(open)), shell }
  } finally {
    await browser.close()
  }
}

async function openAnew(page: Page, url: string, shown: readonly Shown[]): Promise<number[]> {
  await page.goto('about:blank')
  const told = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(TOLD),
    timeout: 120_000,
  })
  // Not by `waitForFunction`, whose own code the page would have to compile before it shows anything.
  const watching = await page.addInitScript(tellWhenShown, { shown, prefix: TOLD })
  await page.goto(url, { waitUntil: 'commit' })
  const times = (await told).text().slice(TOLD.length)
  await watching.dispose()
  return JSON.parse(times)
}

/** Runs in the page, from its beginning, at each frame. */
function tellWhenShown({ shown, prefix }: { shown: readonly Shown[]; prefix: string }) {
  const times: number[] = []
  const look = () => {
    for (const { selector, height = 0 } of shown.slice(times.length)) {
      const element = document.querySelector<HTMLElement>(selector)
      if (!element || element.offsetHeight < height) break
      times.push(performance.now())
    }
    if (times.length < shown.length) requestAnimationFrame(look)
    else console.log(prefix + JSON.stringify(times))
  }
  look()
}
