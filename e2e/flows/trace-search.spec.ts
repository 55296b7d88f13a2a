import { randomUUID } from 'node:crypto'
import { expect, test } from '../lathe.ts'

test('a hit in a folded step is gone to in the story, where the fold shows that it is in it', async ({
  lathe: page,
  server,
}) => {
  const [id, step] = [randomUUID(), randomUUID()]
  const ended = { trace_id: id, run_type: 'chain', start_time: 1, end_time: 2 }
  const runs = [
    { ...ended, id, name: 'Search', inputs: { question: 'Where?' }, outputs: { answer: 'There' } },
    { ...ended, id: step, parent_run_id: id, name: 'Glue', inputs: { text: 'a needle' } },
  ]
  const data = { post: runs }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  await page.goto(`${server.url}/traces/${id}?view=story`)
  const fold = page.getByRole('button', { name: '1 framework step' })
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
