import type { Page } from '@playwright/test'
import { createAgent } from '../agents.ts'
import { expect, test } from '../lathe.ts'

// With animations, unlike the other tests.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const node = (page: Page, title: string) =>
  page.locator('.react-flow__node').filter({ hasText: title }).first()

test('opens a template, changes its prompt, runs it, opens the trace and sees the chart', async ({
  lathe: page,
  server,
}) => {
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Agents' }).first().click()
  await page.getByText('Plain prompt').first().click()
  await expect(page).toHaveURL(/\/agents\/prompt/)

  await node(page, 'Reply').click()
  await page.getByRole('textbox', { name: 'Text of message 1' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('You are a pirate. Answer in one sentence.')
  await expect(page.getByText(/^Saved/)).toBeVisible()

  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('textbox', { name: /question/i }).fill('What is a checkpoint?')
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByText(/arr|matey|ahoy/i).first()).toBeVisible()
  await expect(node(page, 'Reply')).toContainText(/ms|s/)

  await page.getByRole('link', { name: 'Trace', exact: true }).click()
  await expect(page).toHaveURL(/\/traces\//)
  await page.getByRole('treeitem').filter({ hasText: 'demo-1' }).click()
  await expect(page.getByText('You are a pirate. Answer in one sentence.')).toBeVisible()

  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(
    page.getByRole('region', { name: 'Tokens per run' }).locator('.recharts-bar-rectangle').first(),
  ).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Latency per run' })
      .locator('.recharts-bar-rectangle')
      .first(),
  ).toBeVisible()
})

test('a run that waits for input appears under "Needs attention" and resumes after the answer', async ({
  lathe: page,
  server,
}) => {
  await page.goto(`${server.url}/agents/triage`)
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByRole('button', { name: /Send it/ })).toBeVisible()

  await page.goto(server.url)
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first().click()
  await page.getByRole('button', { name: /Send it/ }).click()

  await expect(page.getByText('No runs are waiting for you')).toBeVisible()
  await page.goto(`${server.url}/traces`)
  await expect(page.getByRole('row').nth(1).getByLabel('Success')).toBeVisible()
})

test('a cancelled run keeps its partial output', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/agents/prompt`)
  await page
    .getByRole('textbox', { name: /question/i })
    .fill('[[latency-ms: 100]] [[tokens-per-second: 10]] [[tokens: 4000]] Tell me a story')
  await page.getByRole('button', { name: /Run draft/ }).click()
  const said = page.getByText(/A graph of small steps/).first()
  await expect(said).toBeVisible()

  await page.getByRole('button', { name: /Cancel/ }).click()

  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await expect(said).toBeVisible()
})

test('deleting an agent can be undone', async ({ lathe: page, server }) => {
  await createAgent(page, 'Here by mistake')
  const row = page.getByRole('row', { name: /Here by mistake/ })
  await page.goto(`${server.url}/agents`)
  await page.getByRole('button', { name: 'Delete Here by mistake' }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(row).toHaveCount(1)
})
