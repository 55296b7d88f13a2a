import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'
import { CAREFUL, startScriptedProvider } from './scripted-provider.ts'
import { phrasedCases } from './support-cases.ts'
import { supportTraces } from './support-traces.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images')
const TRACES = 2_000
const BATCH = 200

/** Writes the page in both themes. */
async function take(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.mouse.move(0, 0)
    await page.screenshot({
      path: join(IMAGES, `${name}-${colorScheme}.png`),
      animations: 'disabled',
      caret: 'hide',
    })
  }
}

async function sendTraces(page: Page) {
  const runs = supportTraces(TRACES, Date.now())
  for (let at = 0; at < runs.length; at += BATCH) {
    const answer = await page.request.post('/api/v1/runs/batch', {
      data: { post: runs.slice(at, at + BATCH) },
    })
    await expect(answer).toBeOK()
  }
}

test('takes the pictures of the workbench and a trace', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/agents/research`)
  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('button', { name: /Run draft/ }).click()
  const trace = page.getByRole('link', { name: 'Trace', exact: true })
  await expect(trace).toBeVisible()
  await expect(page.getByText('Success').first()).toBeVisible()
  const traceUrl = await trace.getAttribute('href')
  await page.locator('.react-flow__node').filter({ hasText: 'Write' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Text of message 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Fit into view' }).click()
  await take(page, 'workbench')

  await page.goto(new URL(traceUrl ?? '', server.url).href)
  await page.getByRole('treeitem').filter({ hasText: 'demo-1' }).first().click()
  await expect(page.getByText('Tokens').first()).toBeVisible()
  await take(page, 'trace')
})

test('takes the pictures of the traces and the overview', async ({ lathe: page, server }) => {
  await sendTraces(page)

  await page.goto(`${server.url}/traces`)
  await expect(page.getByText('support-agent').first()).toBeVisible()
  await take(page, 'traces')

  await page.goto(`${server.url}/?range=7d`)
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  const guide = page.getByRole('button', { name: 'Exit guided start' })
  if (await guide.isVisible()) await guide.click()
  await take(page, 'overview')
})

test('takes the picture of a comparison', async ({ lathe: page, server }) => {
  const provider = await startScriptedProvider()
  await call(page, 'models/createConnection', {
    name: 'openai',
    baseUrl: `${provider.url}/v1`,
    allowPrivate: true,
  })
  const prompt = (key: string, name: string, system: string) => ({
    key,
    name,
    base: {
      type: 'prompt',
      messages: [
        { role: 'system', text: system },
        { role: 'user', text: '{{question}}' },
      ],
      model: { connection: 'openai', name: 'gpt-4.1-mini' },
    },
  })
  const plan = {
    concurrency: 4,
    variants: [
      prompt('v1', 'Production', 'You answer questions of an outdoor shop.'),
      prompt('v2', 'Quote the policy', `You answer questions of an outdoor shop. ${CAREFUL}`),
    ],
    cases: phrasedCases.map(({ question, fact }, at) => ({
      key: `c${at}`,
      input: { question },
      reference: fact,
    })),
    evaluators: [
      { key: 'k1', name: 'States the policy', evaluator: { kind: 'contains' } },
      {
        key: 'k2',
        name: 'Answers within 0.6 s',
        evaluator: { kind: 'limit', measure: 'latency', atMost: 600 },
      },
    ],
  }
  const { id } = await call<{ id: string }>(page, 'comparisons/create', {
    name: 'Support answers',
    plan,
  })
  await call(page, 'comparisons/run', { id })

  await page.goto(`${server.url}/compare/${id}`)
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByText(/of 48 cases against/).first()).toBeVisible()
  await take(page, 'comparison')
  await provider.close()
})
