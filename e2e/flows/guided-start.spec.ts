import { expectAccessible } from '../accessibility.ts'
import { expect, test as base } from '../lathe.ts'

/** A fixture of a worker's own brings a server on which nobody has made an agent yet. */
const test = base.extend<object, { isFresh: boolean }>({
  isFresh: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
})

// Whoever comes last should not keep the other worker waiting.
test.describe.configure({ mode: 'parallel' })

test('the guided start leads from nothing to a traced run of an agent of one’s own', async ({
  lathe: page,
  server,
}) => {
  const guide = page.getByRole('region', { name: 'Guided start' })
  await guide.getByRole('button', { name: 'Make my agent' }).click()
  await expect(page).toHaveURL(/\/agents\/my-assistant/)

  await guide.getByRole('button', { name: 'Open its prompt' }).click()
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
  await guide.getByRole('button', { name: 'Leave the guided start' }).click()
  await expect(guide).toHaveCount(0)

  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: 'Go to or do' }).fill('guided')
  await page.keyboard.press('Enter')
  await expect(guide.getByRole('listitem')).toHaveCount(5)
})

test('a prompt is previewed with a past run’s values, and offers only what is written before it', async ({
  lathe: page,
  server,
}) => {
  await page.goto(`${server.url}/agents/research`)
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByText('Success').first()).toBeVisible()

  await page.goto(`${server.url}/agents/research?tab=node&node=write`)
  await expect(page.getByRole('combobox', { name: 'Which time it got here' })).toBeVisible()
  await expect(page.getByText(/^about \d+ tokens/)).toBeVisible()

  const text = page.getByRole('textbox', { name: 'Text of message 2' })
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' {{tpic')
  await page.keyboard.press('Escape')
  await page.keyboard.type('}}')
  await expect(page.getByText('tpic is missing')).toBeVisible()
  await expect(text.locator('.cm-lintRange-error')).toHaveText('tpic')
})
