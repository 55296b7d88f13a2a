import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Whatever fades or slides is judged where it stands in the end: half faded text has no contrast. */
const isAtRest = (page: Page) =>
  page.evaluate(() => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    return !document.getAnimations().some(isOnItsWay)
  })

/** Fails with what axe has to say against the page, or the part of it that `selector` names. */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  await expect.poll(() => isAtRest(page)).toBe(true)
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze()
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  expect(found, page.url()).toEqual([])
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBoth(page: Page, selector?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, selector)
  }
}
