import type { BrowserContext, Page } from '@playwright/test'

/** `E2E_SLOW=1` simulates a slow machine and a network that reorders responses. */
export const isSlow = process.env.E2E_SLOW === '1'

const CPU_SLOWER_BY = 3
const LONGEST_FETCH_MS = 900
const LONGEST_FILE_MS = 150

export async function slowMachine(context: BrowserContext): Promise<void> {
  context.on('page', (page) => void slowDown(page))
  await context.route('**', async (route) => {
    const isFetch = route.request().resourceType() === 'fetch'
    const wayMs = Math.random() * (isFetch ? LONGEST_FETCH_MS : LONGEST_FILE_MS)
    await new Promise((resolve) => setTimeout(resolve, wayMs))
    await route.fallback().catch(isGone)
  })
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER_BY })
  } catch (error) {
    isGone(error)
  }
}

/** The page or request may be closed in the meantime. */
function isGone(error: unknown): void {
  if (!/closed|handled|ended/i.test(String(error))) throw error
}
