import { expectAccessible } from '../accessibility.ts'
import { expect, test as base, withServer } from '../lathe.ts'

/** On a server without agents. */
const test = base.extend({ server: ({}, use) => withServer(use) })

test("leads from an empty server to a traced run of the user's own agent", async ({
  lathe: page,
  server,
}) => {
  await page.goto(server.url)
  const guide = page.getByRole('region', { name: 'Guided start' })
  await guide.getByRole('button', { name: 'Create agent' }).click()
  await expect(page).toHaveURL(/\/agents\/my-assistant/)

  await guide.getByRole('button', { name: 'Open prompt' }).click()
  await page.getByRole('textbox', { name: 'Text of message 1' }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Answer as a pirate.')
  await expect(guide).toContainText('Run it')
  await expectAccessible(page, '[aria-label="Guided start"]')

  await guide.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('button', { name: /Run draft/ }).click()
  await guide.getByRole('button', { name: 'Open the trace' }).click()
  await expect(page).toHaveURL(/\/traces\//)
  await expect(guide).toContainText('4 of 5')

  await page.reload()
  await expect(guide).toContainText('Connect a provider')
  await guide.getByRole('button', { name: 'Exit guided start' }).click()
  await expect(guide).toHaveCount(0)

  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('guided')
  await page.keyboard.press('Enter')
  await expect(guide.getByRole('listitem')).toHaveCount(5)
})
