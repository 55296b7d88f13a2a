import type { Page } from 'playwright-core'
import { launchPaced, openPage } from './browser.ts'
import type { Lathe } from './lathe.ts'
import { median } from './statistics.ts'
import { launchUnwatched, TELL, type Unwatched } from './unwatched.ts'

/** Elements that must be visible, and their minimum height. */
type Shown = { selector: string; height?: number }

/** The app frame without a page, which is the lower limit. */
const SHELL = { path: '/no/such/page', shown: [{ selector: 'nav[aria-label="Main"] a' }] }

/** Page loads until the browser has cached compiled code. */
const WARM_UP = 3

/** Both return the median milliseconds until each element was visible. */
export type Opening = {
  /** Reloads a page that was loaded before. */
  anew: (path: string, shown: readonly Shown[]) => Promise<number[]>
  /** Opens a page by a link in a list. */
  fromList: (list: string, path: string, shown: readonly Shown[]) => Promise<number[]>
}

/** Each server gets its own Chromium. */
export async function openings<T>(
  lathe: Lathe,
  rounds: number,
  measure: (opening: Opening) => Promise<T>,
): Promise<T & { shell: number }> {
  const [browser, unwatched] = await Promise.all([launchPaced(), launchUnwatched(lathe)])
  try {
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const medians = async (shown: readonly Shown[], once: () => Promise<number[]>) => {
      const times: number[][] = []
      for (let round = 0; round < rounds; round++) times.push(await once())
      return shown.map((_, at) => median(times.map((each) => each[at] ?? Number.NaN)))
    }
    const opening: Opening = {
      anew: async (path, shown) => {
        for (let load = 0; load < WARM_UP; load++) await openAnew(unwatched, path, shown)
        return await medians(shown, () => openAnew(unwatched, path, shown))
      },
      fromList: (list, path, shown) =>
        medians(shown, () => openByClick(page, `${lathe.url}${list}`, path, shown)),
    }
    const [shell = Number.NaN] = await opening.anew(SHELL.path, SHELL.shown)
    return { ...(await measure(opening)), shell }
  } finally {
    await Promise.all([browser.close(), unwatched.close()])
  }
}

/** Background loading after a page is complete must not delay the next measurement. */
const SETTLES_MS = 1_500

async function openAnew(
  unwatched: Unwatched,
  path: string,
  shown: readonly Shown[],
): Promise<number[]> {
  const code = `${TELL}
    const whenSettled = (times) => setTimeout(tell, ${SETTLES_MS}, JSON.stringify(times))
    void (${tellWhenShown.toString()})(${JSON.stringify({ shown })}).then(whenSettled)`
  return JSON.parse(await unwatched.open({ path, code }))
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
  return await page.evaluate(tellWhenShown, { shown, link })
}

/** Runs in the page at each frame, from navigation or from the click on a link. */
async function tellWhenShown({ shown, link }: { shown: readonly Shown[]; link?: string }) {
  const begun = link === undefined ? 0 : performance.now()
  if (link !== undefined) document.querySelector<HTMLElement>(link)?.click()
  const times: number[] = []
  while (times.length < shown.length) {
    const { selector = '', height = 0 } = shown[times.length] ?? {}
    const element = document.querySelector<HTMLElement>(selector)
    if (element && element.offsetHeight >= height) times.push(performance.now() - begun)
    else await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return times
}
