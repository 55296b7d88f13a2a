import type { GraphDocument } from '@lathe/contract'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { PlainGraph } from '../pages/bare-xyflow.ts'

const STYLE = fileURLToPath(import.meta.resolve('@xyflow/react/dist/base.css'))

/**
 * Opens an agent from the list. Returns milliseconds from the click until cards and edges are
 * visible.
 */
export async function openAgent(page: Page, url: string, slug: string): Promise<number> {
  await page.goto(`${url}/agents`)
  await page.locator(`a[href="/agents/${slug}"]`).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (slug) => {
    const started = performance.now()
    document.querySelector<HTMLElement>(`a[href="/agents/${slug}"]`)?.click()
    const isDrawn = () => {
      if (document.querySelector('canvas[aria-label$="what they are"]')) return true
      const card = document.querySelector('.react-flow__node')
      const edge = document.querySelector('.react-flow__edge path')
      return card && edge && getComputedStyle(card).visibility === 'visible'
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!isDrawn()) await frame()
    await frame()
    await frame()
    return performance.now() - started
  }, slug)
}

/** Opens the same nodes and edges in plain xyflow. Returns milliseconds until they are visible. */
export async function openPlain(
  page: Page,
  script: string,
  document: GraphDocument,
  isFitted: boolean,
): Promise<number> {
  await page.goto('about:blank')
  await page.addScriptTag({ path: script })
  await page.addStyleTag({ path: STYLE })
  return page.evaluate(
    async (graph) => {
      const { showPlain } = globalThis as unknown as { showPlain: (graph: PlainGraph) => void }
      const started = performance.now()
      showPlain(graph)
      const isDrawn = () => window.document.querySelector('.react-flow__edge path')
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (!isDrawn()) await frame()
      await frame()
      await frame()
      return performance.now() - started
    },
    plainGraph(document, isFitted),
  )
}

function plainGraph({ nodes, edges, layout }: GraphDocument, fitView: boolean): PlainGraph {
  return {
    nodes: ['start', ...Object.keys(nodes), 'end'].map((id) => {
      const [x, y] = layout[id] ?? [0, 0]
      return { id, position: { x, y }, data: { label: id } }
    }),
    edges: edges.map(({ from, to }, index) => ({ id: String(index), source: from, target: to })),
    fitView,
  }
}
