import { defineConfig } from '@playwright/test'

/** Only the last feature list counts, so Playwright's own is repeated. */
const playwrightGoesWithout = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Pages of the address bar, which is hidden: each new window would load both and use a core for a
 * second.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

export default defineConfig({
  testDir: './flows',
  workers: 2,
  fullyParallel: false,
  // Generous, so that a slow machine fails no test.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  retries: 0,
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  outputDir: '../node_modules/.cache/e2e',
  use: {
    viewport: { width: 1440, height: 900 },
    // Animations take time, and one spec with them is enough.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages are too short-lived for optimizing compilers to pay off.
        '--js-flags=--no-maglev,--no-opt',
        `--disable-features=${[...playwrightGoesWithout, ...addressBar].join()}`,
      ],
    },
  },
})
