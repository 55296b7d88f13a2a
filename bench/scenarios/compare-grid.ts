import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMockProvider } from '@lathe/mock-provider'
import { launchUnpaced, openPage } from '../lib/browser.ts'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import { openings } from '../lib/opening.ts'
import type { Row } from '../lib/report.ts'
import { scrollingRow } from '../lib/scroll-frames.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

const CASES = 2_000
const VARIANTS = 6
const ROUNDS = 5
const FIRST = { selector: '[role="grid"] [role="gridcell"]' }
const VERDICTS = { selector: '[aria-label^="Verdicts by"]' }
const MODEL = { connection: 'bench', name: 'demo-fast' }

const columns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: `v${at}`,
    name: `Variant ${at}`,
    base: { type: 'prompt', messages: [{ role: 'user', text: 'Say: {{question}}' }], model: MODEL },
  }))

/** Opens and scrolls a comparison of 2,000 cases and six variants. */
export async function compareGrid(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const provider = await startMockProvider({ keepsRequests: false })
  const lathe = await startLathe()
  try {
    await lathe.call('POST', '/connections', {
      name: 'bench',
      baseUrl: provider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    const path = `/compare/${await filledGrid(lathe)}`
    const shown = [FIRST, VERDICTS]
    const { anew, clicked, shell } = await openings(lathe, ROUNDS, async (opening) => ({
      anew: await opening.anew(path, shown),
      clicked: await opening.fromList('/compare', path, shown),
    }))
    const what = `a comparison of ${CASES.toLocaleString('en')} cases × ${VARIANTS}`
    return [
      openingRow(what, 'from the list of comparisons', clicked, []),
      openingRow(what, 'a full page load', anew, [`the shell alone: ${shell.toFixed(0)} ms`]),
      await scrolledRow(lathe, path, what),
    ]
  } finally {
    await lathe.stop()
    await provider.close()
  }
}

function openingRow(what: string, how: string, times: number[], peers: readonly string[]): Row {
  const [first = Number.NaN, verdicts = Number.NaN] = times
  return {
    what: `opening ${what}, ${how}: first rows, the verdicts`,
    lathe: `${first.toFixed(0)} ms, ${verdicts.toFixed(0)} ms`,
    peers: ['target of the first: 500 ms', ...peers],
    ratio: `${(first / 500).toFixed(2)}×`,
  }
}

/** The first variant runs; the others reuse its results. */
async function filledGrid(lathe: Lathe): Promise<string> {
  const plan = (count: number) => ({
    variants: columns(count),
    cases: Array.from({ length: CASES }, (_, at) => ({
      key: `c${at}`,
      input: { question: `What is known of bay ${at}, of its tides and of its winds?` },
    })),
    evaluators: [
      { key: 'tides', name: 'Tides', evaluator: { kind: 'contains', texts: ['tides'] } },
    ],
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

/** Measures while cells are still arriving. */
async function scrolledRow(lathe: Lathe, path: string, what: string): Promise<Row> {
  const browser = await launchUnpaced()
  try {
    const page = await openPage(browser)
    await page.goto(lathe.address)
    await page.goto(`${lathe.url}${path}`)
    await page.waitForSelector(VERDICTS.selector)
    return await scrollingRow(page, what, '[role="grid"]')
  } finally {
    await browser.close()
  }
}
