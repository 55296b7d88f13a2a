import { call, helperWith } from '../agents.ts'
import { expect, test } from '../lathe.ts'

test('creates a code tool, tests it, gives it to an agent and runs it', async ({
  lathe: page,
  server,
}) => {
  await page.goto(`${server.url}/tools`)
  await page.getByRole('button', { name: 'New tool' }).click()
  await page.getByRole('menuitem', { name: /Sandboxed code/ }).click()
  const add = page.getByRole('button', { name: 'Add tool' })
  await add.click()
  await expect(page.getByText('Letters, digits, _ and -, at most 64')).toBeVisible()

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('word_count')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Counts words')
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await code.fill('return { words: args.text.split(" ").length }')
  await add.click()

  const trial = page.getByRole('form', { name: 'Try word_count' })
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('Required', { exact: true })).toBeVisible()
  await trial.getByRole('textbox', { name: 'text' }).fill('one two three')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText(/Completed in/)).toBeVisible()
  await expect(trial.getByRole('region', { name: 'Result' })).toContainText('words: 3')

  await call(page, 'agents/create', { name: 'Counter', document: helperWith([]) })
  await page.goto(`${server.url}/agents/counter`)
  await page.locator('.react-flow__node').filter({ hasText: 'Helper' }).first().click()
  await page.getByLabel('Available tools').first().click()
  await page.getByRole('option', { name: /word_count/ }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Run' }).click()
  const said = '[[call: word_count {"text": "a b c d"}]] [[reply: There are four.]]'
  await page.getByRole('textbox', { name: /message/i }).fill(said)
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByText('Success').first()).toBeVisible()
  await page.getByRole('link', { name: 'Trace', exact: true }).click()
  await page.getByRole('treeitem').filter({ hasText: 'word_count' }).click()
  await expect(page.getByText('words: 4').first()).toBeVisible()

  await page.goto(`${server.url}/tools?tool=word_count`)
  await expect(page.getByRole('list', { name: 'Agents that use word_count' })).toContainText(
    'Counter',
  )
})

test('lists users of a deleted tool and restores it', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/tools?tool=word_count`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('Tool word_count deleted. Counter uses it and cannot run without it', {
      exact: true,
    }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'word_count' })).toBeVisible()
})

test('imports operations of an OpenAPI document as tools', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/tools`)
  await page.getByRole('button', { name: 'New tool' }).click()
  await page.getByRole('menuitem', { name: /OpenAPI/ }).click()
  const document = page.getByRole('textbox', { name: 'Or paste the document' })
  const read = page.getByRole('button', { name: 'Read document' })
  await document.fill(
    `openapi: 3.1.0
info: { title: Health, version: '1' }
servers: [{ url: '${server.url}' }]
paths:
  /{page}:
    get:
      operationId: readPage
      summary: A page of the server
      parameters: [{ name: page, in: path, required: true, schema: { type: string } }]
      responses: {}
    delete: { responses: {} }
`,
  )
  await read.click()
  await expect(page.getByRole('checkbox', { name: /DELETE/ })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'GET /{page}' }).check()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()

  const trial = page.getByRole('form', { name: 'Try readPage' })
  await trial.getByRole('textbox', { name: 'page' }).fill('healthz')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('EGRESS_DENIED')).toBeVisible()

  await page.getByRole('switch', { name: /May reach private/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tool readPage saved').first()).toBeVisible()
  await trial.getByRole('textbox', { name: 'page' }).fill('healthz')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText(/Completed in/)).toBeVisible()
})
