import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

const state = { messages: { type: 'messages' } }

/** A chat agent that needs approval for calculations. */
const talking = {
  format: 1,
  state,
  input: ['messages'],
  output: ['messages'],
  nodes: {
    reply: {
      kind: 'model',
      model: { connection: 'demo', name: 'demo-fast' },
      prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
      output: { message: 'messages' },
    },
  },
  edges: [
    { from: 'start', to: 'reply' },
    { from: 'reply', to: 'end' },
  ],
}

const calculating = {
  format: 1,
  state: { sum: { type: 'string' }, result: { type: 'number' } },
  input: ['sum'],
  output: ['result'],
  nodes: {
    add: {
      kind: 'tool',
      tool: 'calculator',
      args: { expression: { template: '{{sum}}' } },
      approval: true,
      writes: 'result',
    },
  },
  edges: [
    { from: 'start', to: 'add' },
    { from: 'add', to: 'end' },
  ],
}

const create = (page: Page, name: string, document: object) =>
  call<{ slug: string }>(page, 'agents/create', { name, document })

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function say(page: Page, text: string, turns: number) {
  await message(page).fill(text)
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByRole('button', { name: 'Regenerate answer' })).toHaveCount(turns)
  await expect(page.getByRole('button', { name: 'Regenerate answer' }).last()).toBeEnabled()
}

test('edits a message, regenerates an answer, and keeps both branches', async ({
  lathe: page,
  server,
}) => {
  const { slug } = await create(page, 'Talker', talking)
  await page.goto(`${server.url}/agents/${slug}`)
  await say(page, 'What are tides?', 1)
  await say(page, 'And the moon?', 2)

  await page.getByRole('button', { name: 'Edit and resend' }).last().click()
  await page.getByRole('textbox', { name: 'Edited message' }).fill('And the sun?')
  await page.getByRole('button', { name: 'Send as branch' }).click()

  await expect(page.getByLabel('Branch 2 of 2')).toBeVisible()
  await expect(page.getByText('And the sun?').last()).toBeVisible()
  await expect(page.getByText('And the moon?')).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Regenerate answer' }).last()).toBeEnabled()
  await page.getByRole('button', { name: 'Regenerate answer' }).last().click()
  await expect(page.getByLabel('Branch 3 of 3')).toBeVisible()

  await page.getByRole('button', { name: 'Previous branch' }).click()
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(page.getByLabel('Branch 1 of 3')).toBeVisible()
  await expect(page.getByText('And the moon?').last()).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Branch 1 of 3')).toBeVisible()
  await say(page, 'Going on from the moon', 3)
  await expect(page.getByText('And the moon?').filter({ visible: true })).not.toHaveCount(0)
})

test('answers an interrupt in the inbox', async ({ lathe: page, server }) => {
  const { slug } = await create(page, 'Adder', calculating)
  const started: { id: string }[] = []
  for (const sum of ['1 + 2', '20 + 22']) {
    const input = { sum }
    started.push(await call(page, 'runs/wait', { agent: slug, version: 'draft', input }))
  }
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Open inbox' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('a')
  await expect(page.getByText('1 run waiting', { exact: true }).last()).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'expression' })).toHaveValue('20 + 22')
  await page.getByRole('textbox', { name: 'expression' }).fill('20 + 23')
  await page.getByRole('button', { name: 'Approve with changes' }).click()
  await expect(page.getByText('No runs are waiting for you')).toBeVisible()

  for (const [index, result] of [3, 43].entries()) {
    const run = () => call<{ output: unknown }>(page, 'runs/get', { id: started[index]?.id ?? '' })
    await expect.poll(async () => (await run()).output).toEqual({ result })
  }
})

test('browses and deletes memory', async ({ lathe: page, server }) => {
  const item = { namespace: ['users', 'ada'], key: 'drink' }
  await call(page, 'memory/put', { ...item, value: { likes: 'tea' } })
  await page.goto(`${server.url}/memory?key=users.ada/drink`)
  await expect(page.getByRole('heading', { name: 'drink' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No memory items yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('users › ada').first()).toBeVisible()
})

test('queues a message sent during a run, and deletes and restores its thread', async ({
  lathe: page,
  server,
}) => {
  const { slug } = await create(page, 'Slow talker', talking)
  await page.goto(`${server.url}/agents/${slug}`)
  await message(page).fill('Begin [[tokens: 5000]] [[tokens-per-second: 20]]')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveValue('')
  await message(page).fill('And go on')
  await page.getByRole('button', { name: /^Queue/ }).click()
  await expect(page.getByText('Queued…')).toBeVisible()

  await page.goto(`${server.url}/threads?agent=${slug}`)
  await page.getByText(/^Begin/).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await expect(page.getByText('No matching threads')).toBeVisible()
  const listed = () => call<{ items: unknown[] }>(page, 'threads/list', { agent: slug })
  await expect.poll(async () => (await listed()).items.length).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Begin/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Begin/)).toBeVisible()
})
