import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchUnpaced, openPage } from '../lib/browser.ts'
import { bundle } from '../lib/bundle.ts'
import { type Frames, frames, type Gesture } from '../lib/frames.ts'
import { grid } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { openAgent, openPlain } from '../lib/open-canvas.ts'
import type { Row } from '../lib/report.ts'
import { checkTimes, watchChecks } from '../lib/watch-checks.ts'
import { median } from '../lib/statistics.ts'
import { versions } from '../lib/versions.ts'

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

type Case = { nodes: number; gesture: Gesture; seen: 'all' | 'part' }

const CASES: Case[] = [500, 2_000].flatMap((nodes) =>
  (['pan', 'drag'] as const).flatMap((gesture) => [
    { nodes, gesture, seen: 'part' as const },
    { nodes, gesture, seen: 'all' as const },
  ]),
)

/** Measures the built canvas in Chromium against xyflow with as many plain nodes. */
export async function canvas(): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
  })
  const lathe = await startLathe()
  const browser = await launchUnpaced()
  try {
    for (const nodes of [500, 1_000, 2_000]) await lathe.createAgent(`grid-${nodes}`, grid(nodes))
    const page = await openPage(browser)
    const peer = await openPage(browser)
    const plain = await bundle('pages/bare-xyflow.ts')
    await watchChecks(page)
    await page.goto(lathe.address)

    const rows: Row[] = []
    for (const each of CASES) {
      const graph = grid(each.nodes)
      await openAgent(page, lathe.url, `grid-${each.nodes}`)
      await showPart(page, each)
      const ours = await frames(page, each.gesture, graph)
      await openPlain(peer, plain, graph, each.seen === 'all')
      rows.push(frameRow(each, ours, await frames(peer, each.gesture, graph)))
    }
    return [
      ...rows,
      await openingRow(page, peer, plain, lathe.url),
      await checkRow(page),
      await diffRow(peer),
    ]
  } finally {
    await browser.close()
    await lathe.stop()
  }
}

/** Zooms from the whole graph to full size. */
async function showPart(page: Page, { seen }: Case) {
  if (seen === 'part') await page.keyboard.press('0')
  await page.waitForTimeout(600)
}

const told = ({ median: middle, p95, longTasks, scriptPerFrame }: Frames) =>
  `median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${longTasks} long tasks, ${scriptPerFrame.toFixed(1)} ms script)`

const frameRow = ({ nodes, gesture, seen }: Case, ours: Frames, theirs: Frames): Row => ({
  what: `${gesture === 'pan' ? 'panning' : 'dragging'}, ${nodes} nodes, ${seen === 'all' ? 'all in sight' : 'full size'}: a frame`,
  lathe: told(ours),
  peers: [`xyflow alone: ${told(theirs)}`],
  ratio: `${(ours.median / theirs.median).toFixed(2)}×`,
})

async function openingRow(page: Page, peer: Page, plain: string, url: string): Promise<Row> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 3; round++) {
    ours.push(await openAgent(page, url, 'grid-1000'))
    theirs.push(await openPlain(peer, plain, grid(1_000), true))
  }
  return {
    what: 'opening 1,000 nodes, from the list of agents',
    lathe: `${median(ours).toFixed(0)} ms`,
    peers: [`xyflow alone, without a server: ${median(theirs).toFixed(0)} ms`],
    ratio: `${(median(ours) / median(theirs)).toFixed(2)}×`,
  }
}

async function checkRow(page: Page): Promise<Row> {
  const { answered, posted } = await checkTimes(page)
  return {
    what: 'check of 1,000 nodes in the worker, after an edit',
    lathe: `${answered.toFixed(1)} ms`,
    peers: [`the document to a worker and back: ${posted.toFixed(1)} ms`],
    ratio: `${(answered / posted).toFixed(1)}×`,
  }
}

async function diffRow(page: Page): Promise<Row> {
  const both = JSON.stringify(versions(500))
  await page.goto('about:blank')
  await page.addScriptTag({ path: await bundle('pages/diff.ts') })
  const [diff, parse] = await page.evaluate((both) => {
    const [before, after] = JSON.parse(both) as [unknown, unknown]
    const { diffDocuments } = globalThis as unknown as {
      diffDocuments: (before: unknown, after: unknown) => unknown
    }
    const timed = (work: () => unknown) => {
      const times = Array.from({ length: 9 }, () => {
        const started = performance.now()
        work()
        return performance.now() - started
      })
      return times.toSorted((a, b) => a - b)[4] ?? Number.NaN
    }
    return [
      timed(() => diffDocuments(before, after)),
      timed(() => [structuredClone(before), structuredClone(after)]),
    ] as const
  }, both)
  return {
    what: 'diff of two versions of 500 nodes in Chromium',
    lathe: `${diff.toFixed(1)} ms`,
    peers: [`cloning both: ${parse.toFixed(1)} ms`],
    ratio: `${(diff / parse).toFixed(1)}×`,
  }
}
