import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, type Server, test } from '../lathe.ts'

/** Sends a running trace of another program with nested runs. */
async function sendOpenRun(
  page: Page,
  server: Server,
  name: string,
  within: readonly string[] = [],
): Promise<string> {
  const ids = [name, ...within].map(() => randomUUID())
  const [id = ''] = ids
  const runs = [name, ...within].map((each, index) => ({
    id: ids[index],
    trace_id: id,
    parent_run_id: ids[index - 1] ?? null,
    name: each,
    run_type: index === 0 ? 'chain' : 'tool',
    start_time: Date.now() + index,
  }))
  const sent = await page.request.post(`${server.url}/api/v1/runs/batch`, { data: { post: runs } })
  await expect(sent).toBeOK()
  return id
}

test('deletes an unfinished trace from its page unless the deletion is undone', async ({
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
  // Leaving the page ends the undo period.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Traces' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('collapses and expands all spans of a trace', async ({ lathe: page, server }) => {
  const id = await sendOpenRun(page, server, 'Nested', ['outer', 'middle', 'inner'])
  const spans = page.getByRole('treeitem')
  await page.goto(`${server.url}/traces/${id}`)
  await expect(spans).toHaveCount(4)

  await page.getByRole('button', { name: 'Collapse all', exact: true }).click()
  await expect(spans).toHaveCount(2)
  await page.keyboard.press('Shift+L')
  await expect(spans).toHaveCount(4)
  await page.keyboard.press('Shift+H')
  await expect(spans).toHaveCount(2)
})

test('imports a trace that was exported from its page', async ({ lathe: page, server }, info) => {
  const id = await sendOpenRun(page, server, 'Taken out', ['Inside'])
  await page.goto(`${server.url}/traces/${id}`)
  await page.getByRole('button', { name: 'Thumbs up' }).click()
  await expect(page.getByRole('button', { name: 'Delete thumbs' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export JSON' }).click()
  const file = info.outputPath('trace.json')
  await (await download).saveAs(file)
  await page.goto(`${server.url}/traces`)
  await expect(await page.request.delete(`${server.url}/api/traces/${id}`)).toBeOK()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import…' }).click()
  await (await chooser).setFiles(file)

  await expect(page.getByRole('alert')).toHaveText('Imported 1 trace with 2 spans')
  const said = await (await page.request.get(`${server.url}/api/traces/${id}/feedback`)).json()
  expect(said).toMatchObject([{ key: 'thumbs', score: 1 }])
})

test('the cost breakdown of an unpriced model links to the price form', async ({
  lathe: page,
  server,
}) => {
  const id = randomUUID()
  const call = {
    id,
    trace_id: id,
    name: 'Dear',
    run_type: 'llm',
    start_time: 1,
    end_time: 2,
    outputs: { usage_metadata: { input_tokens: 1_000, output_tokens: 0, total_tokens: 1_000 } },
    extra: { metadata: { ls_model_name: 'our-own-model' } },
  }
  const data = { post: [call] }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  await page.goto(`${server.url}/traces/${id}`)

  await page.getByText('Cost breakdown').click()
  await page.getByRole('link', { name: 'Add a price' }).click()

  await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue(
    'our-own-model',
  )
})

test('deletes all matching traces unless the deletion is undone', async ({
  lathe: page,
  server,
}) => {
  for (const number of [1, 2, 3]) await sendOpenRun(page, server, `Many ${number}`)
  await page.goto(`${server.url}/traces?filter=name:Many*`)
  await expect(page.getByRole('row', { name: /Many/ })).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all matching' }).click()
  await expect(page.getByRole('toolbar')).toContainText('All 3 matching')

  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('0 traces · 3 being deleted')).toBeVisible()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('All 3 matching will be deleted')
  const undo = toast.getByRole('button', { name: 'Undo' })
  const label = undo.getByText('Undo')
  expect(await label.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)

  await undo.click()
  await expect(page.getByText('3 traces')).toBeVisible()
})

test('steps through errors in both directions and shows matches in a long payload', async ({
  lathe: page,
  server,
}) => {
  const id = randomUUID()
  const run = (name: string, more: object) => ({
    id: name === 'Long' ? id : randomUUID(),
    trace_id: id,
    ...(name !== 'Long' && { parent_run_id: id }),
    name,
    run_type: 'chain',
    start_time: 1,
    end_time: 2,
    ...more,
  })
  const rows = Array.from({ length: 3_000 }, (_, row) => ({
    row,
    word: row === 900 ? 'zanzibar' : 'hay',
  }))
  const failed = ['First', 'Second'].map((name, index) =>
    run(name, { start_time: index + 1, error: `${name} is wrong` }),
  )
  const data = { post: [run('Long', { outputs: { rows } }), ...failed] }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  await page.goto(`${server.url}/traces/${id}?view=tree&find=zanzibar`)

  await expect(page.getByRole('article').getByText('zanzibar')).toBeVisible()

  await page.goto(`${server.url}/traces/${id}?view=tree`)
  await expect(page.getByRole('treeitem')).toHaveCount(3)
  for (const [key, name] of [
    ['e', 'First'],
    ['e', 'Second'],
    ['Shift+E', 'First'],
    ['Shift+E', 'Second'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('article', { name: `Span ${name}` })).toBeVisible()
  }
})

test('shows feedback and deletions of another tab', async ({ lathe: page, server, context }) => {
  const id = await sendOpenRun(page, server, 'Watched twice')
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${server.url}/traces/${id}`)
  await page.getByRole('button', { name: 'Thumbs up' }).click()

  await expect(other.getByRole('button', { name: 'Delete thumbs' })).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete trace' }).click()
  await page
    .getByRole('alert')
    .getByRole('button', { name: /close|dismiss/i })
    .click()

  await expect(other.getByText('This trace has been deleted')).toBeVisible()
  await expect(other.getByRole('treeitem', { name: /Watched twice/ })).toBeVisible()
  await other.getByRole('link', { name: 'Back to list' }).click()
  await expect(other).toHaveURL(`${server.url}/traces`)
})

test('shows a pinned trace in every tab and unpins it', async ({
  lathe: page,
  server,
  context,
}) => {
  const id = await sendOpenRun(page, server, 'Worth keeping')
  const other = await context.newPage()
  await other.goto(`${server.url}/traces?filter=pinned:true`)
  await page.goto(`${server.url}/traces/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pin: exempt from retention' }).click()
  await expect(page.getByRole('img', { name: 'Pinned' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Worth keeping' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(other.getByRole('link', { name: 'Worth keeping' })).toBeHidden()
})

test('notifies readers of a trace when it is deleted elsewhere', async ({
  lathe: page,
  server,
  context,
}) => {
  const id = await sendOpenRun(page, server, 'Read elsewhere')
  await page.request.patch(`${server.url}/api/v1/runs/${id}`, {
    data: { trace_id: id, dotted_order: '', end_time: Date.now(), outputs: { answer: 42 } },
  })
  // The browser logs the 404 responses.
  const reader = await context.newPage()
  await reader.goto(`${server.url}/traces/${id}`)
  await expect(reader.getByRole('button', { name: 'Share' })).toBeVisible()

  await expect(await page.request.delete(`${server.url}/api/traces/${id}`)).toBeOK()

  await expect(reader.getByText('This trace has been deleted')).toBeVisible()
  await expect(reader.getByRole('treeitem', { name: /Read elsewhere/ })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Share' })).toBeHidden()
})

test('shows a short title in full beside a long error', async ({ lathe: page, server }) => {
  const id = randomUUID()
  const run = {
    id,
    trace_id: id,
    run_type: 'chain',
    start_time: Date.now() - 1,
    end_time: Date.now(),
  }
  const error = 'The service did not answer in time, and neither did the one behind it. '.repeat(9)
  const data = { post: [{ ...run, name: 'Where is order 98765?', error }] }
  await expect(await page.request.post(`${server.url}/api/v1/runs/batch`, { data })).toBeOK()
  await page.goto(`${server.url}/traces?filter=name:Where*`)

  const title = page.getByRole('link').getByText('Where is order 98765?')
  const lacking = await title.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().width - element.getBoundingClientRect().width
  })
  expect(lacking).toBeLessThanOrEqual(0.01)
})

test('selects, tags, deletes and deselects rows by keyboard', async ({ lathe: page, server }) => {
  for (const name of ['Kept one', 'Kept two', 'Kept three']) await sendOpenRun(page, server, name)
  await page.goto(`${server.url}/traces?filter=name:Kept*`)
  await expect(page.getByRole('row', { name: /Kept/ })).toHaveCount(3)

  await page.keyboard.press('j')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('Shift+K')
  await expect(page.getByText('2 selected')).toBeVisible()

  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: 'Tag' })).toBeFocused()
  await page.keyboard.type('seen')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 traces tagged seen', { exact: true })).toBeVisible()

  await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(page.getByRole('row', { name: /Kept/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('row', { name: /Kept/ })).toHaveCount(3)

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selected traces' })).toHaveCount(0)
})
