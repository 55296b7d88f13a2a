import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Server, test } from '../lathe.ts'

/** Sends an external trace with a framework step. */
async function sendTrace(page: Page, server: Server): Promise<string> {
  const [id, step] = [randomUUID(), randomUUID()]
  const ended = { trace_id: id, run_type: 'chain', start_time: 1, end_time: 2 }
  const runs = [
    { ...ended, id, name: 'Search', inputs: { question: 'Where?' }, outputs: { answer: 'There' } },
    { ...ended, id: step, parent_run_id: id, name: 'Glue', inputs: { text: 'a needle' } },
    { ...ended, id: randomUUID(), parent_run_id: step, name: 'Inside' },
  ]
  const data = { post: runs }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  return id
}

test('the transcript marks the folded item that contains the selected match', async ({
  lathe: page,
  server,
}) => {
  const id = await sendTrace(page, server)
  await page.goto(`${server.url}/traces/${id}?view=story`)
  const fold = page.getByRole('button', { name: '2 framework steps' })
  await expect(fold).toBeVisible()
  await expect(fold).not.toHaveAttribute('aria-current')

  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Find in this trace' }).fill('needle')
  await expect(page.getByText('0 of 1')).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(fold).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: 'Glue' })).toBeVisible()
})

test('keeps spans collapsed while another view is open', async ({ lathe: page, server }) => {
  const id = await sendTrace(page, server)
  await page.goto(`${server.url}/traces/${id}?view=tree`)
  const glue = page.getByRole('treeitem', { name: /Glue/ })
  await glue.click()
  await page.keyboard.press('ArrowLeft')
  await expect(glue).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('tab', { name: 'Transcript' }).click()
  await page.getByRole('button', { name: '2 framework steps' }).click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(glue).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByRole('article', { name: 'Glue', exact: true })).toBeVisible()
})

test('fits a growing graph into view while it stays legible', async ({ lathe: page, server }) => {
  const id = randomUUID()
  const post = async (...names: string[]) => {
    const open = { trace_id: id, parent_run_id: id, run_type: 'tool', start_time: Date.now() }
    const data = { post: names.map((name) => ({ ...open, id: randomUUID(), name })) }
    await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  }
  const root = { id, trace_id: id, name: 'Grows', run_type: 'chain', start_time: Date.now() }
  const data = { post: [root] }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  await post('first')
  await page.goto(`${server.url}/traces/${id}?view=graph`)
  const card = (name: string) =>
    page.getByRole('region', { name: 'Graph', exact: true }).getByText(name)
  await expect(card('first')).toBeInViewport()

  await post(...Array.from({ length: 3 }, (_, at) => `later ${at + 1}`))

  for (const name of ['first', 'later 1', 'later 3'])
    await expect(card(name).first()).toBeInViewport()
})
