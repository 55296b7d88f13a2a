import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Animations must have ended: half-faded text has no contrast. */
const isAtRest = (page: Page) =>
  page.evaluate(() => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    return !document.getAnimations().some(isOnItsWay)
  })

/** Fails on axe violations in the page, or in the part that matches `selector`. */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  await expectNoViolations(page, selector)
}

/** The same in the light theme. In the dark theme only colours are checked. */
export async function expectAccessibleInBoth(page: Page, selector = 'html'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, selector)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, selector, { runOnly: ['color-contrast'] })
}

/** Retries, because violations during layout are transient. */
async function expectNoViolations(page: Page, selector: string, rules: RunOptions = {}) {
  await expect(async () => {
    await expect.poll(() => isAtRest(page)).toBe(true)
    expect(await violationsIn(page, selector, rules), page.url()).toEqual([])
  }).toPass({ timeout: 60_000 })
}

/**
 * Returns violated rules with their elements. Axe is injected once per page, because that takes as
 * long as a run.
 */
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
