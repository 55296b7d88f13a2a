import { readFileSync } from 'node:fs'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { expect, test } from '../lathe.ts'

test('exports an agent as a project and imports it unchanged', async ({
  lathe: page,
  server,
}, testInfo) => {
  await page.goto(`${server.url}/agents/research`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Research with review')

  await page.getByRole('link', { name: 'Export as code' }).click()
  await expect(page).toHaveURL(/\/agents\/research\/code/)
  await expect(page.getByRole('region', { name: 'agent.ts' })).toContainText(
    'new StateGraph(State)',
  )

  await page.getByRole('button', { name: 'judge.ts' }).click()
  await expect(page.getByRole('region', { name: 'nodes/judge.ts' })).toContainText('verdict')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const zip = testInfo.outputPath('research.zip')
  await download.saveAs(zip)
  expect(download.suggestedFilename()).toBe('research.zip')
  expect(readFileSync(zip).subarray(0, 2).toString()).toBe('PK')

  await page.goto(`${server.url}/agents`)
  await page.getByRole('button', { name: 'New agent' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New agent' })
  await dialog.locator('input[type=file]').setInputFiles(zip)
  await expect(dialog).toContainText('research.zip: 7 nodes')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Research with review')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/agents\/research-/)

  await page.goto(`${page.url().split('?')[0]}/code?file=agent.lathe.json`)
  await expect(page.getByRole('region', { name: 'agent.lathe.json' })).toContainText('"format": 1')
})

test('opens and leaves the code by keyboard', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/agents/prompt`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain prompt')
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('region', { name: 'agent.ts' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: 'agent.ts' })).toBeHidden()
  await page.keyboard.press('Escape')

  await expect(page).toHaveURL(/\/agents\/prompt(\?|$)/)
})

test('the code page is accessible in light and dark', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/agents/triage/code`)
  await expect(page.getByRole('region', { name: 'agent.ts' })).toContainText('StateGraph')
  await expect(page.locator('.cm-content')).toBeVisible()

  await expectAccessibleInBoth(page)
})
