import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, type Server, test } from '../lathe.ts'

/** A run of another program, of which the end has not come. */
async function sendOpenRun(page: Page, server: Server, name: string): Promise<string> {
  const id = randomUUID()
  const run = { id, trace_id: id, name, run_type: 'chain', start_time: Date.now() }
  const sent = await page.request.post(`${server.url}/api/v1/runs/batch`, { data: { post: [run] } })
  await expect(sent).toBeOK()
  return id
}

test('a trace that never ended is deleted from its page, unless somebody takes it back', async ({
  lathe: page,
  server,
}) => {
  const id = await sendOpenRun(page, server, 'Left open')
  const row = page.getByRole('row', { name: /Left open/ })
  const remove = async () => {
    await page.goto(`${server.url}/traces/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete trace' }).click()
    await expect(page).toHaveURL(`${server.url}/traces`)
    await expect(page.getByText('1 being deleted')).toBeVisible()
    await expect(row).toHaveCount(0)
  }

  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await remove()
  // Who leaves undoes nothing any more.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Traces' })).toBeVisible()
  await expect(row).toHaveCount(0)
})
