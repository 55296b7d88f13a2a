import { defineConfig } from '@playwright/test'

/** Only the last list of features counts, so what Playwright switches off is said again. */
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

/** Pages of the address bar, which is not to be seen: each new window would load both, for a second of a core. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

export default defineConfig({
  testDir: './flows',
  workers: 2,
  fullyParallel: false,
  // How fast the machine is decides nothing: whatever comes at all comes in these.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  outputDir: '../node_modules/.cache/e2e',
  use: {
    viewport: { width: 1440, height: 900 },
    // To draw motion and wait for its end takes time, and one file that does both is enough.
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
        // No page lives long enough to be repaid for being compiled once more.
        '--js-flags=--no-maglev,--no-opt',
        `--disable-features=${[...playwrightGoesWithout, ...addressBar].join()}`,
      ],
    },
  },
})
