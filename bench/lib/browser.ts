import { chromium, type Browser, type Page } from 'playwright-core'

/** Frames as fast as they can be made: a display's pace would hide what they cost. */
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

/** For frames. The browser draws its own window as fast too, as long as a page loads: on two cores that holds the page up. */
export const launchUnpaced = (): Promise<Browser> => launch([...HEADLESS, ...UNPACED])

/** At a display's pace, as people have it: for what they wait for. */
export const launchPaced = (): Promise<Browser> => launch(HEADLESS)

const launch = (args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })

export const openPage = (browser: Browser): Promise<Page> =>
  browser.newPage({ viewport: { width: 1440, height: 900 } })
