import { chromium, type Browser, type Page } from 'playwright-core'

/** Unlimited frame rate: a display's would hide the cost of frames. */
const UNPACED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

export const HEADLESS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For measuring frames. Without a limit the browser also redraws its own window while a page loads,
 * which slows loading on two cores.
 */
export const launchUnpaced = (): Promise<Browser> => launch([...HEADLESS, ...UNPACED])

/** At a display's frame rate, for measuring what users wait for. */
export const launchPaced = (): Promise<Browser> => launch(HEADLESS)

const launch = (args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })

export const openPage = (browser: Browser): Promise<Page> =>
  browser.newPage({ viewport: { width: 1440, height: 900 } })
