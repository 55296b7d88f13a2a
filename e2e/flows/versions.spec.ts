import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { createAgent } from '../agents.ts'
import { expect, test } from '../lathe.ts'

const card = (page: Page, name: RegExp) =>
  page.locator('.react-flow__node').and(page.getByLabel(name))

/** Opens a new agent, changes its prompt and saves version 2. */
async function saveSecondVersion(page: Page, url: string, name: string): Promise<string> {
  const agent = await createAgent(page, name)
  await page.goto(`${url}/agents/${agent}`)
  await page.locator('.react-flow__node').filter({ hasText: 'Reply' }).first().click()
  await page.getByRole('textbox', { name: 'Text of message 1' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('You are a careful librarian.')
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: /version/i })
  await dialog.getByRole('textbox').fill('A librarian answers')
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
  await expect(page.getByRole('button', { name: /^v2/ })).toBeVisible()
  return agent
}

test('saves a version, shows its changes, publishes it, restores the first and undoes', async ({
  lathe: page,
  server,
}) => {
  const agent = await saveSecondVersion(page, server.url, 'Librarian')
  await page.getByRole('button', { name: /^v2/ }).click()
  await page.getByRole('link', { name: 'Compare versions' }).click()

  await expect(page).toHaveURL(`${server.url}/agents/${agent}/versions`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Versions of/)
  await expect(card(page, /Reply, changed/)).toBeVisible()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.locator('ins').filter({ hasText: 'librarian' })).toBeVisible()
  await expect(page.getByRole('row', { name: /A librarian answers/ })).toContainText(
    '1 node changed',
  )

  await page.getByRole('button', { name: 'Publish v2' }).click()
  await expect(page.getByRole('row', { name: /A librarian answers/ })).toContainText('published')

  // The centre may be the button that copies the id.
  await page.getByRole('row', { name: /^v1/ }).getByText('The first').click()
  await expect(page).toHaveURL(/from=empty&to=1/)
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(page.getByRole('row', { name: /^Draft/ })).toContainText('1 node changed')
  await page
    .getByRole('alert')
    .filter({ hasText: 'Version 1 restored as draft' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByRole('row', { name: /^Draft/ })).toHaveCount(0)
})

test('navigates versions, changes and runs by keyboard', async ({ lathe: page, server }) => {
  const agent = await saveSecondVersion(page, server.url, 'By keyboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page
    .getByRole('dialog', { name: 'Search or run a command' })
    .locator('input')
    .fill('Compare versions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Versions of/)

  const change = page
    .getByRole('region', { name: 'Changes' })
    .getByRole('button', { name: /reply/ })
  await expect(change).toBeVisible()
  await page.keyboard.press('n')
  await expect(change).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/from=2&to=1/)

  await page.getByRole('link', { name: 'Runs' }).click()
  await expect(page).toHaveURL(`${server.url}/traces?agent=${agent}&version=1`)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.url}/agents/${agent}`)
})

test('the version comparison is accessible in light and dark', async ({ lathe: page, server }) => {
  const agent = await createAgent(page, 'Seen')
  await page.goto(`${server.url}/agents/${agent}/versions?from=empty&to=1`)
  await expect(card(page, /Reply, added/)).toBeVisible()

  await expectAccessibleInBoth(page)
})
