import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPractice } from '@lathe/practice'
import type { Page } from 'playwright-core'
import { launchChromium, openPage } from '../lib/browser.ts'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { scrollFrames } from '../lib/scroll-frames.ts'
import { median } from '../lib/statistics.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

const CASES = 2_000
const VARIANTS = 6
const ROUNDS = 5
const MODEL = { connection: 'bench', name: 'practice-fast' }

const columns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: `v${at}`,
    name: `Variant ${at}`,
    base: { type: 'prompt', messages: [{ role: 'user', text: 'Say: {{question}}' }], model: MODEL },
  }))

/** A comparison of 2,000 cases and six variants, opened anew in Chromium and scrolled. */
export async function compareGrid(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const provider = await startPractice({ keepsRequests: false })
  const lathe = await startLathe()
  const browser = await launchChromium()
  try {
    await lathe.call('POST', '/connections', {
      name: 'bench',
      baseUrl: provider.url,
      key: 'a-key-for-practice',
      allowPrivate: true,
    })
    const id = await filledGrid(lathe)
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const first: number[] = []
    const verdict: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const times = await open(page, `${lathe.url}/compare/${id}`)
      first.push(times.first)
      verdict.push(times.verdict)
    }
    const frames = await scrollFrames(page, '[role="grid"]')
    const what = `a comparison of ${CASES.toLocaleString('en')} cases × ${VARIANTS}`
    return [
      {
        what: `opening ${what}, a page that loads anew: first rows, the verdicts`,
        lathe: `${median(first).toFixed(0)} ms, ${median(verdict).toFixed(0)} ms`,
        peers: ['the aim of the first: 500 ms'],
        ratio: `${(median(first) / 500).toFixed(2)}×`,
      },
      {
        what: `scrolling ${what}: a frame`,
        lathe: `median ${frames.median.toFixed(1)} ms, p95 ${frames.p95.toFixed(1)} ms, longest ${frames.longest.toFixed(0)} ms`,
        peers: ['60 frames a second: 16.7 ms'],
        ratio: `${(frames.median / 16.7).toFixed(2)}×`,
      },
    ]
  } finally {
    await browser.close()
    await lathe.stop()
    await provider.close()
  }
}

/** The first column is run, the others ask the same and take its answers. */
async function filledGrid(lathe: Lathe): Promise<string> {
  const plan = (count: number) => ({
    variants: columns(count),
    cases: Array.from({ length: CASES }, (_, at) => ({
      key: `c${at}`,
      input: { question: `What is known of bay ${at}, of its tides and of its winds?` },
    })),
    checks: [{ key: 'tides', name: 'Tides', evaluator: { kind: 'contains', texts: ['tides'] } }],
    concurrency: 32,
  })
  const made = await lathe.call('POST', '/comparisons', { name: 'Bench', plan: plan(1) })
  const { id, revision } = await made.json()
  await finish(lathe, id)
  await lathe.call('PUT', `/comparisons/${id}`, { revision, plan: plan(VARIANTS) })
  await finish(lathe, id)
  return id
}

async function finish(lathe: Lathe, id: string): Promise<void> {
  await lathe.call('POST', `/comparisons/${id}/run`, {})
  for (;;) {
    const [newest] = (await (await lathe.call('GET', '/comparisons?limit=1')).json()).items
    if (newest.status !== 'running') return
    await wait(500)
  }
}

/** Milliseconds from the navigation on until there are cells, and until there is a sentence for each variant. */
async function open(page: Page, url: string) {
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'commit' })
  const since = async (selector: string) => {
    const shown = await page.waitForFunction(
      (wanted) => (document.querySelector(wanted) ? performance.now() : null),
      selector,
      { polling: 'raf', timeout: 120_000 },
    )
    return (await shown.jsonValue()) ?? Number.NaN
  }
  const first = await since('[role="grid"] [role="gridcell"]')
  return { first, verdict: await since('[aria-label^="Verdicts by"]') }
}
