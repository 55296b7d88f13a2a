import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { call, createAgent } from '../agents.ts'
import { expect, signIn, test, type Server } from '../lathe.ts'

type Draft = { revision: number; document: { state: object } }

/** Edits a message of the agent's only model. */
async function write(page: Page, message: number, text: string) {
  const field = page.getByRole('textbox', { name: `Text of message ${message}` })
  if (!(await field.isVisible())) {
    await page.locator('.react-flow__node').filter({ hasText: 'Reply' }).first().click()
  }
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const saved = (page: Page) => expect(page.getByText(/^Saved/)).toBeVisible()

/** Opens a draft in two tabs and saves an edit in the first that the second has not seen. */
async function parted(page: Page, server: Server, agent: string, message: number) {
  const url = `${server.url}/agents/${agent}`
  const other = await page.context().newPage()
  await other.goto(url)
  await page.goto(url)
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  const text = 'Said elsewhere: {{question}}'
  await write(other, message, text)
  const draft = () => call<Draft>(other, 'agents/draft', { agent })
  await expect.poll(async () => JSON.stringify(await draft())).toContain(text)
  await saved(other)
  return other
}

// The browser logs the rejected save, so these tests do not require an empty console.
test.beforeEach(({ page, server }) => signIn(page, server))

test('merges edits of different fields from two browsers and undoes them separately', async ({
  page,
  server,
}) => {
  const agent = await createAgent(page, 'Two fields')
  const other = await parted(page, server, agent, 2)

  await write(page, 1, 'Said here')

  const toast = page.getByRole('alert').filter({ hasText: 'Merged changes saved elsewhere' })
  await expect(toast).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text of message 2' })).toContainText(
    'Said elsewhere',
  )
  await saved(page)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Text of message 2' })).not.toContainText(
    'Said elsewhere',
  )
  await expect(page.getByRole('textbox', { name: 'Text of message 1' })).toContainText('Said here')
  await other.close()
})

test('resolves conflicting edits of one field in two browsers', async ({ page, server }) => {
  const agent = await createAgent(page, 'One field')
  const other = await parted(page, server, agent, 1)

  await write(page, 1, 'Said here')
  await page.getByRole('button', { name: 'Compare and choose' }).click()

  const dialog = page.getByRole('dialog', { name: /Merge two versions/ })
  await expect(
    dialog.getByRole('group', { name: 'prompt.messages.0.text of node reply' }),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: /^Theirs/ }).check()
  await dialog.getByRole('button', { name: 'Save merged draft' }).click()

  await saved(page)
  await expect(page.getByRole('textbox', { name: 'Text of message 1' })).toContainText(
    'Said elsewhere',
  )
  await other.close()
})

test('merges edits made while the server was down when the page is reopened', async ({
  page,
  server,
}) => {
  const agent = await createAgent(page, 'Away')
  const url = `${server.url}/agents/${agent}`
  await page.goto(url)
  await page.context().route('**/rpc/agents/saveDraft', (route) => route.abort())
  await write(page, 1, 'Said without the server')
  await expect(page.getByText(/stored in this browser/)).toBeVisible()
  await page.goto(server.url)
  await page.context().unrouteAll()
  const draft = await call<Draft>(page, 'agents/draft', { agent })
  const state = { ...draft.document.state, mood: { type: 'string' } }
  await call(page, 'agents/saveDraft', {
    agent,
    revision: draft.revision,
    document: { ...draft.document, state },
  })

  await page.goto(url)

  await expect(
    page.getByRole('alert').filter({ hasText: 'Merged changes saved elsewhere: added channel' }),
  ).toBeVisible()
  await saved(page)
  await page.locator('.react-flow__node').filter({ hasText: 'Reply' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Text of message 1' })).toContainText(
    'Said without the server',
  )
})
