import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Whatever fades or slides is judged where it stands in the end: half faded text has no contrast. */
const isAtRest = (page: Page) =>
  page.evaluate(() => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    return !document.getAnimations().some(isOnItsWay)
  })

/** Fails with what axe has to say against the page, or the part of it that `selector` names. */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  await expectNoViolations(page, selector)
}

/** The same in the light theme; in the dark one only the colours are others. */
export async function expectAccessibleInBoth(page: Page, selector = 'html'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, selector)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, selector, { runOnly: ['color-contrast'] })
}

/** What is still being placed is no violation: one that stays is. */
async function expectNoViolations(page: Page, selector: string, rules: RunOptions = {}) {
  await expect(async () => {
    await expect.poll(() => isAtRest(page)).toBe(true)
    expect(await violationsIn(page, selector, rules), page.url()).toEqual([])
  }).toPass({ timeout: 120_000 })
}

/** Each rule that is broken and what breaks it. Axe is loaded once into a page, which costs as much as a run of it. */
async function violationsIn(page: Page, selector: string, rules: RunOptions) {
  const isLoaded = await page.evaluate(() => window.axe !== undefined)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(
    async ([selector, rules]) => {
      const found = await window.axe?.run(selector, { ...rules, resultTypes: ['violations'] })
      return found?.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    },
    [selector, rules] as const,
  )
}
