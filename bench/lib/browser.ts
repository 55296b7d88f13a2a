import { chromium, type Browser, type Page } from 'playwright-core'

/** Frames as fast as they can be made: a display's pace would hide what they cost. */
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const HEADLESS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...HEADLESS, ...UNTHROTTLED],
  })

export const openPage = (browser: Browser): Promise<Page> =>
  browser.newPage({ viewport: { width: 1440, height: 900 } })
