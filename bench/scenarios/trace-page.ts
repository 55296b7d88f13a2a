import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium, openPage } from '../lib/browser.ts'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import { deepTrace, longTrace, sendTrace } from '../lib/long-traces.ts'
import type { Row } from '../lib/report.ts'
import { type Scrolling, scrollFrames } from '../lib/scroll-frames.ts'
import { median } from '../lib/statistics.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

const SPANS = 100_000
const DEPTH = 500
const ROUNDS = 3

/** A trace of 100,000 spans and one 500 deep, sent by the LangSmith door and opened in Chromium. */
export async function tracePage(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const lathe = await startLathe()
  const browser = await launchChromium()
  try {
    const token = new URL(lathe.address).searchParams.get('token') ?? ''
    const door = { url: lathe.url, token }
    const long = await sendTrace(door, longTrace(SPANS))
    const deep = await sendTrace(door, deepTrace(DEPTH))
    const page = await openPage(browser)
    await page.goto(lathe.address)

    const rows = [await skeletonRow(lathe, long)]
    for (const [what, id, spans] of [
      [`${SPANS.toLocaleString('en')} spans`, long, SPANS],
      [`${DEPTH} deep`, deep, DEPTH],
    ] as const) {
      rows.push(await openingRow(page, lathe, { what, id, spans }))
      for (const view of ['tree', 'timeline'] as const) {
        await open(page, `${lathe.url}/traces/${id}?view=${view}`, spans)
        rows.push(scrollingRow(what, view, await scrollFrames(page)))
      }
    }
    return rows
  } finally {
    await browser.close()
    await lathe.stop()
  }
}

async function skeletonRow(lathe: Lathe, id: string): Promise<Row> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const response = await lathe.call('GET', `/traces/${id}/skeleton`)
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - started)
  }
  return {
    what: `skeleton of ${SPANS.toLocaleString('en')} spans, read over HTTP`,
    lathe: `${median(times).toFixed(0)} ms, ${(bytes / SPANS).toFixed(0)} bytes a span`,
    peers: ['the aim: 100 bytes a span'],
    ratio: `${(bytes / SPANS / 100).toFixed(2)}×`,
  }
}

type Opened = { what: string; id: string; spans: number }

async function openingRow(page: Page, lathe: Lathe, { what, id, spans }: Opened): Promise<Row> {
  const first: number[] = []
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = await open(page, `${lathe.url}/traces/${id}`, spans)
    first.push(times.first)
    whole.push(times.whole)
  }
  return {
    what: `opening a trace of ${what}, a page that loads anew: first rows, all of them`,
    lathe: `${median(first).toFixed(0)} ms, ${median(whole).toFixed(0)} ms`,
    peers: ['the aim: 300 ms, 1,500 ms'],
    ratio: `${(median(first) / 300).toFixed(2)}×, ${(median(whole) / 1_500).toFixed(2)}×`,
  }
}

/** Milliseconds from the navigation on until there are rows, and until there is a place for every span. */
async function open(page: Page, url: string, spans: number) {
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'commit' })
  const since = async (least: number) => {
    const shown = await page.waitForFunction(
      (rows) => {
        const tree = document.querySelector<HTMLElement>('[role="tree"]')
        const isThere = tree?.querySelector('[role="treeitem"]') && tree.offsetHeight >= 24 * rows
        return isThere ? performance.now() : null
      },
      least,
      { polling: 'raf', timeout: 120_000 },
    )
    return (await shown.jsonValue()) ?? Number.NaN
  }
  const first = await since(1)
  return { first, whole: await since(spans) }
}

const scrollingRow = (what: string, view: string, frames: Scrolling): Row => ({
  what: `scrolling the ${view} of ${what}: a frame`,
  lathe: `median ${frames.median.toFixed(1)} ms, p95 ${frames.p95.toFixed(1)} ms, longest ${frames.longest.toFixed(0)} ms`,
  peers: ['60 frames a second: 16.7 ms'],
  ratio: `${(frames.median / 16.7).toFixed(2)}×`,
})
