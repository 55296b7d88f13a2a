import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { call, createAgent } from '../agents.ts'
import { expect, test } from '../lathe.ts'

/** Runs a new agent to its end. Returns the run's id. */
async function record(page: Page, name: string): Promise<{ agent: string; run: string }> {
  const agent = await createAgent(page, name)
  const input = { question: 'What is a checkpoint?' }
  const { id } = await call<{ id: string }>(page, 'runs/wait', { agent, version: 1, input })
  return { agent, run: id }
}

test('replays a recording identically, diverges with another prompt, and promotes the change', async ({
  lathe: page,
  server,
}) => {
  const { agent, run } = await record(page, 'Replayed')
  await page.goto(`${server.url}/traces/${run}`)
  await page.getByRole('treeitem').filter({ hasText: 'Reply' }).first().click()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Replay' })
  await expect(dialog.getByText('No live calls, no cost.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replay' }).click()

  await expect(page).toHaveURL(/\/replays\//)
  await expect(page.getByRole('status').filter({ hasText: /^Identical/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Reply.*demo-1/ })).toContainText('recording')

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.url}/traces/${run}`)
  await page.getByRole('treeitem').filter({ hasText: 'Reply' }).first().click()
  await page.getByRole('treeitem').filter({ hasText: 'demo-1' }).first().click()
  await page.getByRole('button', { name: 'Replay with changes' }).click()
  await expect(dialog.getByRole('radio', { name: /Selected nodes live/ })).toBeChecked()
  await dialog
    .getByRole('textbox', { name: 'Reply: text of message 1' })
    .fill('You are a pirate. Answer in one sentence.')
  await dialog.getByRole('button', { name: 'Replay' }).click()

  await expect(
    page.getByRole('status').filter({ hasText: /^Diverged at step 1, Reply/ }),
  ).toBeVisible()
  const step = page.getByRole('article', { name: 'Step 1' })
  await expect(step.locator('ins').filter({ hasText: 'pirate' }).first()).toBeVisible()
  await expect(step.locator('del').filter({ hasText: 'friendly' }).first()).toBeVisible()

  await page.getByRole('tab', { name: /Graph/ }).click()
  await expect(page.locator('.react-flow__node').filter({ hasText: 'differs first' })).toBeVisible()

  await page.getByRole('button', { name: 'Promote…' }).click()
  const promote = page.getByRole('dialog', { name: /Promote/ })
  await expect(promote.getByRole('textbox')).toHaveValue(/Diverged at step 1/)
  await promote.getByRole('button', { name: 'Save version' }).click()
  await expect(page).toHaveURL(new RegExp(`/agents/${agent}/versions\\?to=2`))
  await expect(page.getByRole('row', { name: /Replay/ }).first()).toBeVisible()

  await page.goto(`${server.url}/traces/${run}?view=branches`)
  await expect(page.getByRole('region', { name: 'Branches' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select Selected nodes live' }).check()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare traces')
  await expect(page.getByRole('row', { name: /Reply.*different/ })).toBeVisible()
})

test('reproduces, fixes and promotes a failing run in the UI', async ({ lathe: page, server }) => {
  const agent = await createAgent(page, 'Failing')
  await page.goto(`${server.url}/agents/${agent}`)
  await page.locator('.react-flow__node').filter({ hasText: 'Reply' }).first().click()
  await page.getByRole('textbox', { name: 'Text of message 1' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('You are an expert. [[fault: context]]')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('textbox', { name: /question/i }).fill('What is a checkpoint?')
  await page.getByRole('button', { name: /Run draft/ }).click()
  await page.getByRole('link', { name: 'Trace', exact: true }).click()
  await expect(page).toHaveURL(/\/traces\//)
  await expect(page.getByRole('treeitem').filter({ hasText: 'Reply' }).first()).toBeVisible()
  const trace = page.url()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Replay' })
  await dialog.getByRole('button', { name: 'Replay' }).click()
  const verdict = page.getByRole('status')
  await expect(verdict.filter({ hasText: /^Identical: the same failure at Reply/ })).toBeVisible()

  await page.goto(trace)
  await page.getByRole('treeitem').filter({ hasText: 'demo-1' }).first().click()
  await page.getByRole('button', { name: 'Replay with changes' }).click()
  await dialog.getByRole('textbox', { name: 'Reply: text of message 1' }).fill('You are an expert.')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await expect(verdict.filter({ hasText: /^Diverged at step 1, Reply/ })).toBeVisible()
  await page.getByRole('button', { name: 'Promote…' }).click()
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page).toHaveURL(new RegExp(`/agents/${agent}/versions\\?to=2`))

  await page.goto(`${server.url}/agents/${agent}`)
  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('textbox', { name: /question/i }).fill('What is a checkpoint?')
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByText('Success').first()).toBeVisible()
})

test('plays a recording step by step', async ({ lathe: page, server }) => {
  const { run } = await record(page, 'Watched')
  await page.goto(`${server.url}/traces/${run}?view=watch`)
  await expect(page.getByText('Not started')).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.react-flow__node').filter({ hasText: 'running' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/at=\d+/)
  await expect(page.getByRole('region', { name: 'Current step' })).toContainText('answer')

  const moment = page.getByRole('slider', { name: 'Playback position' })
  const end = (await moment.getAttribute('aria-valuemax')) ?? ''
  await expect(moment).toHaveAttribute('aria-valuenow', end)
  await page.keyboard.press('ArrowLeft')
  await expect(moment).not.toHaveAttribute('aria-valuenow', end)
  await page.keyboard.press(' ')
  await expect(moment).toHaveAttribute('aria-valuenow', end)
})

test('plays an external trace by time', async ({ lathe: page, server }) => {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const begin = BigInt(Date.now()) * 1_000_000n
  const span = (spanId: string, name: string, fromMs: number, toMs: number) => ({
    traceId,
    spanId,
    name,
    ...(name !== 'whole' && { parentSpanId: 'aaaaaaaaaaaaaaaa' }),
    startTimeUnixNano: String(begin + BigInt(fromMs) * 1_000_000n),
    endTimeUnixNano: String(begin + BigInt(toMs) * 1_000_000n),
  })
  const spans = [
    span('aaaaaaaaaaaaaaaa', 'whole', 0, 1_000),
    span('bbbbbbbbbbbbbbbb', 'later', 500, 900),
  ]
  const sent = await page.request.post(`${server.url}/v1/traces`, {
    data: { resourceSpans: [{ scopeSpans: [{ spans }] }] },
  })
  expect(sent.ok()).toBe(true)
  const { items } = await call<{ items: { id: string; name: string }[] }>(page, 'traces/list', {})
  const id = items.find(({ name }) => name === 'whole')?.id

  await page.goto(`${server.url}/traces/${id}?view=watch`)
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect(row(/Running.*whole/)).toBeVisible()
  await expect(row(/later/)).toHaveCount(0)

  await page.keyboard.press('ArrowRight')
  await expect(row(/Running.*later/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(row(/Success.*later/)).toBeVisible()
})

test('replays have no accessibility violations in light and dark', async ({
  lathe: page,
  server,
}) => {
  const { run } = await record(page, 'Replayed')
  const replay = await call<{ id: string }>(page, 'replays/wait', {
    traceId: run,
    mode: 'only-live',
    nodes: ['reply'],
  })
  const row = page.getByRole('row', { name: /Reply/ })
  const node = page.locator('.react-flow__node')
  const branches = page.getByRole('region', { name: 'Branches' }).getByRole('listitem')
  const places = [
    [`/replays/${replay.id}`, /Replay of/, row],
    [`/replays/${replay.id}?view=graph`, /Replay of/, node],
    [`/traces/diff?a=${run}&b=${replay.id}`, /Compare traces/, row],
    [`/traces/${run}?view=watch&at=100`, /What is/, node],
    [`/traces/${run}?view=branches`, /What is/, branches],
  ] as const
  for (const [path, title, content] of places) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(content.first()).toBeVisible()
    await expectAccessibleInBoth(page)
  }
})
