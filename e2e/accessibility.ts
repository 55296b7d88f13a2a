import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Whatever fades or slides is judged where it stands in the end: half faded text has no contrast. */
const isAtRest = (page: Page) =>
  page.evaluate(() => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    return !document.getAnimations().some(isOnItsWay)
  })

/** All in the page itself, which has no frames: else each run would open and close a blank page beside it. */
const axeIn = (page: Page, selector: string) =>
  new AxeBuilder({ page })
    .include(selector)
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })

/** Fails with what axe has to say against the page, or the part of it that `selector` names. */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  await expectNoViolations(page, axeIn(page, selector))
}

/** The same in the light theme; in the dark one only the colours are others. */
export async function expectAccessibleInBoth(page: Page, selector = 'html'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, selector)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, axeIn(page, selector).withRules('color-contrast'))
}

/** What is still being placed is no violation: one that stays is. */
async function expectNoViolations(page: Page, axe: AxeBuilder): Promise<void> {
  await expect(async () => {
    await expect.poll(() => isAtRest(page)).toBe(true)
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    expect(found, page.url()).toEqual([])
  }).toPass({ timeout: 120_000 })
}
