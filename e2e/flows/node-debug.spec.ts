import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

/** Creates an agent from the research template and opens it in the workbench. */
async function openAgent(page: Page, url: string, name: string): Promise<string> {
  const { slug } = await call<{ slug: string }>(page, 'agents/create', {
    name,
    template: 'research',
  })
  await page.goto(`${url}/agents/${slug}`)
  await expect(card(page, 'write')).toBeVisible()
  return slug
}

async function runDraft(page: Page) {
  await page.getByRole('tab', { name: 'Run', exact: true }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  if ((await message.inputValue()) === '') await message.fill('How tides come about')
  await page.getByRole('button', { name: 'Run draft' }).click()
}

test('stops a run at a breakpoint, steps and continues', async ({ lathe: page, server }) => {
  await openAgent(page, server.url, 'Stops')
  await card(page, 'review').click()
  await page.keyboard.press('b')
  await expect(
    page.getByRole('button', { name: 'Breakpoint before', exact: true, pressed: true }),
  ).toBeVisible()

  await runDraft(page)
  await expect(page.getByRole('heading', { name: /Breakpoint before Review/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'State' }).last()).toContainText('report')

  await page.getByRole('button', { name: /^Step/ }).click()
  await expect(page.getByRole('heading', { name: /Breakpoint before Good enough/ })).toBeVisible()

  await card(page, 'review').click()
  await page.keyboard.press('b')
  await page.getByRole('tab', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByRole('link', { name: 'Trace', exact: true })).toBeVisible()
})

test("shows a node's data, tests it alone, pins its output and runs from it", async ({
  lathe: page,
  server,
}) => {
  await openAgent(page, server.url, 'Looked into')
  await runDraft(page)
  await expect(page.getByRole('link', { name: 'Trace', exact: true })).toBeVisible()

  await card(page, 'write').click()
  await page.getByRole('tab', { name: 'Data' }).click()
  await expect(page).toHaveURL(/tab=data/)
  await expect(page.getByRole('link', { name: 'Open in trace' })).toBeVisible()

  await page.getByRole('tab', { name: 'Test' }).click()
  await page.getByText('Recorded', { exact: true }).click()
  await page.getByRole('button', { name: 'Run this node' }).click()
  const result = page.getByRole('region', { name: 'Test result' })
  await expect(result).toContainText('Success')
  await result.getByRole('button', { name: 'Pin this output' }).click()
  const badge = card(page, 'write').getByTitle(/^Pinned: workbench runs/)
  await expect(badge).toBeVisible()

  await page.getByRole('tab', { name: 'Data' }).click()
  await page.getByRole('button', { name: 'Run from here' }).last().click()
  await expect(page.getByText('A branch from an earlier checkpoint.')).toBeVisible()
  await expect(page.getByText('1 pinned output')).toBeVisible()
  await page.getByRole('button', { name: 'unpin all' }).click()
  await expect(badge).toBeHidden()
})

test("opens a version's run on its graph and returns to the draft", async ({
  lathe: page,
  server,
}) => {
  const agent = await openAgent(page, server.url, 'As it ran')
  await call(page, 'agents/saveVersion', { agent, revision: 1, message: 'The first' })
  const { id } = await call<{ id: string }>(page, 'runs/wait', {
    agent,
    version: 1,
    input: { messages: [{ role: 'user', content: 'tides' }] },
    source: 'user',
  })
  await card(page, 'plan').click()
  await page.locator('summary').filter({ hasText: 'Name' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Planning')
  await expect(page.getByText(/^Saved/)).toBeVisible()

  await page.goto(`${server.url}/agents/${agent}?run=${id}`)
  await expect(page.getByText(/version 1, read-only/)).toBeVisible()
  await expect(card(page, 'plan')).not.toContainText('Planning')
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await expect(card(page, 'plan')).toContainText('Planning')
})

test('data and test of a node are accessible in light and dark', async ({
  lathe: page,
  server,
}) => {
  await openAgent(page, server.url, 'Accessible')
  await runDraft(page)
  await expect(page.getByRole('link', { name: 'Trace', exact: true })).toBeVisible()
  await card(page, 'write').click()

  for (const view of ['Data', 'Test']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(page.getByRole('combobox', { name: 'Values from run' })).toBeVisible()
    await expectAccessibleInBoth(page, '[role="tabpanel"]')
  }
})
