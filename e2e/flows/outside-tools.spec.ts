import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { call, helperWith } from '../agents.ts'
import { expect, test } from '../lathe.ts'
import { startShop } from '../mcp-server.ts'

/**
 * Runs the agent and waits until its output is complete, because streaming output does not expand.
 */
async function runHelper(page: Page, url: string, slug: string, said: string) {
  await page.goto(`${url}/agents/${slug}?tab=run`)
  const turn = page.getByRole('region', { name: 'Run', exact: true })
  await turn.getByRole('textbox', { name: 'Message', exact: true }).fill(said)
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(turn.getByRole('link', { name: 'Replay' })).toBeVisible()
  return turn
}

test('an agent queries a database through a tool and cannot change it', async ({
  lathe: page,
  server,
}) => {
  test.slow()
  const folder = join(server.home, 'databases')
  mkdirSync(folder, { recursive: true })
  const shop = new DatabaseSync(join(folder, 'shop.db'))
  shop.exec("create table orders (id integer, state text); insert into orders values (7, 'lost')")
  shop.close()

  await page.goto(`${server.url}/tools?add=sql`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('orders')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('The orders')
  await page.getByRole('textbox', { name: 'File' }).fill('shop.db')
  await page.getByRole('button', { name: 'Add tool' }).click()
  const trial = page.getByRole('form', { name: 'Try orders' })
  await trial.getByRole('textbox', { name: 'query' }).fill('delete from orders')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('TOOL_ERROR')).toBeVisible()

  const { slug } = await call<{ slug: string }>(page, 'agents/create', {
    name: 'Clerk',
    document: helperWith(['orders']),
  })
  const query = '[[call: orders {"query": "select state from orders where id = 7"}]]'
  const turn = await runHelper(page, server.url, slug, `${query} [[reply: It is lost.]]`)
  await expect(turn.getByText('It is lost.', { exact: true })).toBeVisible()
  await expect(turn.getByRole('group').filter({ hasText: 'orders' }).first()).toContainText('lost')
})

test('adds an MCP server by URL, calls it, and handles changed and missing tools', async ({
  lathe: page,
  server,
}) => {
  test.slow()
  const shop = await startShop()
  await page.goto(`${server.url}/tools?add=mcp`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shop')
  await page.getByRole('textbox', { name: 'Address' }).fill(shop.url)
  await page.getByRole('button', { name: 'Add and load tools' }).click()
  const panel = page.getByRole('region', { name: 'MCP server shop' })
  await expect(panel.getByRole('status')).toContainText('127.0.0.1')
  await panel.getByRole('switch', { name: /May reach private/ }).check({ force: true })
  // Before the edit is saved, the call would be rejected as before.
  const saved = page.waitForResponse(/\/rpc\/mcp\/edit/)
  await panel.getByRole('button', { name: 'Save' }).click()
  expect((await saved).ok()).toBe(true)
  await panel.getByRole('button', { name: 'Load tools' }).click()
  await panel.getByRole('button', { name: 'Enable 2 tools' }).click()
  await expect(panel.getByRole('link', { name: /^Try it/ })).toHaveCount(2)

  const { slug } = await call<{ slug: string }>(page, 'agents/create', {
    name: 'Shopkeeper',
    document: helperWith(['stock', 'close']),
  })
  const asked = ['pear', 'rename', 'plum'].map((sku) => `[[call: stock {"sku": "${sku}"}]]`)
  const said = `${asked.join(' ')} [[reply: The list has changed.]]`
  const first = await runHelper(page, server.url, slug, said)
  await expect(first.getByText('The list has changed.', { exact: true })).toBeVisible()
  const calls = first.getByRole('group').filter({ hasText: 'stock' })
  await expect(calls.nth(0)).toContainText('7 of pear are left')
  await calls.nth(2).getByText('stock').first().click()
  await expect(calls.nth(2).getByRole('alert')).toContainText('stock not found')

  const closing = '[[call: close {"sku": "all"}]] [[reply: It is gone.]]'
  const second = await runHelper(page, server.url, slug, closing)
  await expect(second.getByText('It is gone.', { exact: true })).toBeVisible()
  await second.getByRole('group').filter({ hasText: 'close' }).getByText('close').first().click()
  await expect(second.getByRole('alert')).toContainText('The MCP server shop is unavailable')
  shop.stop()
})
