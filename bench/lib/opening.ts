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

/** Both give the milliseconds until each of what is shown was there, the median of all rounds. */
export type Opening = {
  /** A page that loads anew. */
  anew: (path: string, shown: readonly Shown[]) => Promise<number[]>
  /** By a click on its link in a list. */
  fromList: (list: string, path: string, shown: readonly Shown[]) => Promise<number[]>
}

/** In a Chromium of its own. */
export async function openings<T>(
  lathe: Lathe,
  rounds: number,
  measure: (opening: Opening) => Promise<T>,
): Promise<T & { shell: number }> {
  const browser = await launchPaced()
  try {
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const medians = async (shown: readonly Shown[], once: () => Promise<number[]>) => {
      const times: number[][] = []
      for (let round = 0; round < rounds; round++) times.push(await once())
      return shown.map((_, at) => median(times.map((each) => each[at] ?? Number.NaN)))
    }
    const opening: Opening = {
      anew: (path, shown) => medians(shown, () => openAnew(page, `${lathe.url}${path}`, shown)),
      fromList: (list, path, shown) =>
        medians(shown, () => openByClick(page, `${lathe.url}${list}`, path, shown)),
    }
    const [shell = Number.NaN] = await opening.anew(SHELL.path, SHELL.shown)
    return { ...(await measure(opening)), shell }
  } finally {
    await browser.close()
  }
}

async function openAnew(page: Page, url: string, shown: readonly Shown[]): Promise<number[]> {
  // What the page before has asked for would hold up the server.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  const times = toldBy(page)
  // Not by `waitForFunction`, whose own code the page would have to compile before it shows anything.
  const watching = await page.addInitScript(tellWhenShown, { shown, prefix: TOLD })
  await page.goto(url, { waitUntil: 'commit' })
  try {
    return await times
  } finally {
    await watching.dispose()
  }
}

async function openByClick(
  page: Page,
  list: string,
  path: string,
  shown: readonly Shown[],
): Promise<number[]> {
  await page.goto(list)
  const link = `a[href^="${path}"]`
  await page.locator(link).first().waitFor()
  await page.waitForLoadState('networkidle')
  const times = toldBy(page)
  await page.evaluate(tellWhenShown, { shown, prefix: TOLD, link })
  return times
}

async function toldBy(page: Page): Promise<number[]> {
  const told = await page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(TOLD),
    timeout: 120_000,
  })
  return JSON.parse(told.text().slice(TOLD.length))
}

/** Runs in the page at each frame, from its beginning or from the click on a link. */
function tellWhenShown({
  shown,
  prefix,
  link,
}: {
  shown: readonly Shown[]
  prefix: string
  link?: string
}) {
  const begun = link === undefined ? 0 : performance.now()
  if (link !== undefined) document.querySelector<HTMLElement>(link)?.click()
  const times: number[] = []
  const look = () => {
    for (const { selector, height = 0 } of shown.slice(times.length)) {
      const element = document.querySelector<HTMLElement>(selector)
      if (!element || element.offsetHeight < height) break
      times.push(performance.now() - begun)
    }
    if (times.length < shown.length) requestAnimationFrame(look)
    else console.log(prefix + JSON.stringify(times))
  }
  look()
}
