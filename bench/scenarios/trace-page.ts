import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchUnpaced, openPage } from '../lib/browser.ts'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import { deepTrace, longTrace, sendTrace } from '../lib/long-traces.ts'
import { openings } from '../lib/opening.ts'
import type { Row } from '../lib/report.ts'
import { scrollingRow } from '../lib/scroll-frames.ts'
import { median } from '../lib/statistics.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

const SPANS = 100_000
const DEPTH = 500
const ROUNDS = 3
const OPENINGS = 10

/**
 * Sends a trace of 100,000 spans and one 500 levels deep through the LangSmith API and opens them
 * in Chromium.
 */
export async function tracePage(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const lathe = await startLathe()
  try {
    const token = new URL(lathe.address).searchParams.get('token') ?? ''
    const door = { url: lathe.url, token }
    const long = await sendTrace(door, longTrace(SPANS))
    const deep = await sendTrace(door, deepTrace(DEPTH))
    const traces = [
      { what: `${SPANS.toLocaleString('en')} spans`, id: long, spans: SPANS },
      { what: `${DEPTH} deep`, id: deep, spans: DEPTH },
    ]
    return [
      await outlineRow(lathe, long),
      ...(await openingRows(lathe, traces)),
      ...(await scrollingRows(lathe, traces)),
    ]
  } finally {
    await lathe.stop()
  }
}

async function outlineRow(lathe: Lathe, id: string): Promise<Row> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const response = await lathe.call('GET', `/traces/${id}/outline`)
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - started)
  }
  return {
    what: `outline of ${SPANS.toLocaleString('en')} spans, read over HTTP`,
    lathe: `${median(times).toFixed(0)} ms, ${(bytes / SPANS).toFixed(0)} bytes per span`,
    peers: ['target: 100 bytes per span'],
    ratio: `${(bytes / SPANS / 100).toFixed(2)}×`,
  }
}

type Opened = { what: string; id: string; spans: number }

async function openingRows(lathe: Lathe, traces: readonly Opened[]): Promise<Row[]> {
  const { clicked, anew, shell } = await openings(lathe, OPENINGS, async (opening) => {
    const each: { clicked: number[][]; anew: number[][] } = { clicked: [], anew: [] }
    for (const { id, spans } of traces) {
      const shown = rowsOf(spans)
      each.clicked.push(await opening.fromList('/traces', `/traces/${id}`, shown))
      each.anew.push(await opening.anew(`/traces/${id}`, shown))
    }
    return each
  })
  const alone = `the shell alone: ${shell.toFixed(0)} ms`
  return traces.flatMap(({ what }, at) => [
    openingRow(what, 'from the list of traces', clicked[at] ?? [], []),
    openingRow(what, 'a full page load', anew[at] ?? [], [alone]),
  ])
}

function openingRow(what: string, how: string, times: number[], peers: readonly string[]): Row {
  const [first = Number.NaN, whole = Number.NaN] = times
  return {
    what: `opening a trace of ${what}, ${how}: first rows, all of them`,
    lathe: `${first.toFixed(0)} ms, ${whole.toFixed(0)} ms`,
    peers: ['target: 300 ms, 1,500 ms', ...peers],
    ratio: `${(first / 300).toFixed(2)}×, ${(whole / 1_500).toFixed(2)}×`,
  }
}

/** The first of them, then a place for each. */
const rowsOf = (spans: number) => [
  { selector: '[role="tree"] [role="treeitem"]' },
  { selector: '[role="tree"]', height: 24 * spans },
]

async function scrollingRows(lathe: Lathe, traces: readonly Opened[]): Promise<Row[]> {
  const browser = await launchUnpaced()
  try {
    const page = await openPage(browser)
    await page.goto(lathe.address)
    const rows: Row[] = []
    for (const { what, id, spans } of traces)
      for (const view of ['tree', 'timeline']) {
        await page.goto(`${lathe.url}/traces/${id}?view=${view}`)
        await page.waitForFunction(
          (height) =>
            (document.querySelector<HTMLElement>('[role="tree"]')?.offsetHeight ?? 0) >= height,
          24 * spans,
        )
        rows.push(await scrollingRow(page, `the ${view} of ${what}`))
      }
    return rows
  } finally {
    await browser.close()
  }
}
