import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../accessibility.ts'
import { call, createAgent } from '../agents.ts'
import { expect, test } from '../lathe.ts'
import { pastePicture, PNG } from '../pictures.ts'

const pane = (page: Page) => page.getByRole('complementary')

async function writePrompt(page: Page, name: string, system: string) {
  const open = pane(page)
  await open.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await open.getByRole('textbox', { name: 'Text of message 1' }).fill(system)
}

const CASES = [
  'question,expected',
  'What is a tide?,END',
  'What is fog?,END',
  'What is ice?,END',
  'What is lava?,END',
  'What is a comet?,END',
  'What is a dune?,END',
].join('\n')

test('compares two prompts on cases and promotes the better one', async ({
  lathe: page,
  server,
}) => {
  await page.goto(`${server.url}/compare`)
  // An empty list has the button too.
  await page
    .getByRole('button', { name: /New comparison/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Comparison name' }).fill('Ends well')
  const addVariant = page.getByRole('button', { name: 'Add variant' }).first()
  await addVariant.click()
  await page.getByRole('menuitem', { name: 'New prompt' }).click()
  await writePrompt(page, 'Plain', '[[reply: It is a thing.]]')
  await addVariant.click()
  await page.getByRole('menuitem', { name: 'Duplicate “Plain”' }).click()
  // The new variant's pane replaces the open one.
  await expect(pane(page).getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Plain copy',
  )
  await writePrompt(page, 'Ending', '[[reply: It is a thing. END]]')

  await page.getByRole('button', { name: 'Import cases' }).click()
  await page.getByRole('menuitem', { name: 'Paste or upload a table' }).click()
  await pane(page)
    .getByRole('textbox', { name: /^CSV with a header line/ })
    .fill(CASES)
  await pane(page).getByRole('button', { name: 'Add 6 cases' }).click()
  await page.getByRole('button', { name: /^Evaluators/ }).click()
  await pane(page).getByRole('button', { name: 'Add evaluator' }).click()
  await page.getByRole('menuitem', { name: 'Contains' }).click()
  await pane(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^12 calls · ~/)).toBeVisible()
  await page.getByRole('button', { name: /^Run/ }).click()

  const verdict = page.getByRole('region', { name: 'Verdicts by Contains' })
  await expect(verdict).toContainText('Ending is better: passes 6 of 6 cases against 0')
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await verdict.getByRole('button', { name: 'Method for Ending' }).click()
  await expect(page.getByText('Exact McNemar')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '▲ 6 improved' }).click()
  await expect(page).toHaveURL(/show=improved/)
  const cells = page.getByRole('grid').getByRole('gridcell')
  await cells.first().click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(pane(page)).toContainText('It is a thing. END')
  await pane(page).getByRole('link', { name: 'Open trace' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('link', { name: 'Comparison cell' }).click()
  await expect(page).toHaveURL(/open=cell/)

  await expectAccessible(page)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Vote blind' }).click()
  const ballot = page.getByRole('dialog', { name: 'Which is better?' })
  for (const voted of [0, 1, 2, 3, 4, 5]) {
    await expect(ballot.getByRole('status')).toContainText(`${voted} of 6 pairs voted`)
    const left = await ballot.getByRole('region', { name: 'Left' }).textContent()
    await page.keyboard.press(left?.includes('END') ? '1' : '2')
  }
  await expect(ballot).toContainText('Ending is preferred to Plain: chosen on 6 of 6 cases')
  await ballot.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Ending', exact: true }).click()
  await pane(page).getByRole('button', { name: 'Promote…' }).click()
  const form = page.getByRole('dialog', { name: 'Promote Ending' })
  await form.getByText('New agent').click()
  await expect(form.getByRole('textbox')).toHaveValue(/“Ends well”.*Ending is better/s)
  await form.getByRole('button', { name: 'Save version' }).click()
  await expect(page).toHaveURL(/\/agents\/ending/)
  await page.goto(`${server.url}/agents/ending/versions`)
  await expect(page.getByText(/From the comparison “Ends well”/).first()).toBeVisible()
})

test('adds dataset examples as cases once', async ({ lathe: page, server }) => {
  const put = ['What is fog?', 'What is ice?'].map((question) => ({ inputs: { question } }))
  await call(page, 'datasets/create', { name: 'Weather' })
  await call(page, 'datasets/change', { dataset: 'Weather', put })
  await page.goto(`${server.url}/datasets/Weather`)
  await page.getByRole('button', { name: 'Compare on this dataset' }).click()
  await expect(page.getByText('2 cases, no variants yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add variant' }).first().click()
  await page.getByRole('menuitem', { name: 'New prompt' }).click()
  await expect(page.getByRole('rowheader').first()).toContainText('question What is fog?')

  await page.getByRole('button', { name: 'Import cases' }).click()
  await page.getByRole('menuitem', { name: 'From a dataset' }).click()
  await pane(page).getByRole('button', { name: 'Add 2 cases' }).click()
  await expect(page.getByRole('alert')).toContainText('0 cases added, 2 already added')
})

test('deleting a comparison can be undone', async ({ lathe: page, server }) => {
  await call(page, 'comparisons/create', { name: 'Kept', plan: { variants: [], cases: [] } })
  await page.goto(`${server.url}/compare`)
  await page.getByRole('button', { name: 'Delete Kept' }).click()
  await expect(page.getByRole('link', { name: 'Kept' })).toHaveCount(0)
  const names = async () => {
    const { items } = await call<{ items: { name: string }[] }>(page, 'comparisons/list', {})
    return items.map(({ name }) => name)
  }
  await expect.poll(names).not.toContain('Kept')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Kept' })).toBeVisible()
})

test('opens a model call and a run from their trace in Compare', async ({
  lathe: page,
  server,
}) => {
  await createAgent(page, 'Traced')
  const { id } = await call<{ id: string }>(page, 'runs/start', {
    agent: 'traced',
    version: 1,
    input: { question: 'What is a tide?' },
  })
  await page.goto(`${server.url}/traces/${id}`)
  await page.getByRole('treeitem').filter({ hasText: 'demo-1' }).click()
  await page.getByRole('button', { name: 'Open in Compare' }).click()
  await expect(page.getByRole('rowheader')).toContainText('question What is a tide?')
  await expect(pane(page).getByRole('textbox', { name: 'Text of message 1' })).toBeVisible()

  await page.goto(`${server.url}/traces/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open in Compare' }).click()
  await expect(page.getByRole('button', { name: 'v1', exact: true })).toBeVisible()
  await page.getByRole('rowheader').click()
  await expect(pane(page).getByRole('link', { name: 'Source trace' })).toBeVisible()

  await page.goto(`${server.url}/traces?filter=agent:traced`)
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .last()
    .check()
  const chosen = page.getByRole('toolbar', { name: 'Selected traces' })
  await chosen.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('rowheader')).toContainText('question What is a tide?')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Replay recordings' })).toBeChecked()
})

test('runs a version with a suite and links each run to its comparison', async ({
  lathe: page,
  server,
}) => {
  const agent = await createAgent(page, 'Watched')
  const plan = {
    variants: [{ key: 'a', name: 'First', base: { type: 'agent', agent, version: 1 } }],
    cases: [{ key: 'one', input: { question: '[[reply: tides]]' } }],
    evaluators: [{ key: 'k', name: 'Tides', evaluator: { kind: 'contains', texts: ['tides'] } }],
  }
  const { id } = await call<{ id: string }>(page, 'comparisons/create', { name: 'Watch', plan })
  await page.goto(`${server.url}/compare/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as regression suite…' }).click()
  await page.getByRole('button', { name: 'Save suite' }).click()
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: /^v1/ }).click()
  await expect(page.getByText(/^2 calls · ~.* tokens · \$/)).toBeVisible()
  await page.getByRole('button', { name: /^Run/ }).click()

  const rows = page.getByRole('table', { name: 'Suite runs' })
  await expect(rows).toContainText('v1')
  await expect(rows).not.toContainText('Running')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show Pass rate as a table' }).click()
  const twin = page.getByRole('region', { name: 'Pass rate as a table' })
  await twin.getByRole('link').click()
  await expect(page.getByRole('grid', { name: 'Comparison grid' })).toBeVisible()
  await page.getByRole('link', { name: 'Suite history' }).click()
  await expect(rows).toBeVisible()
})

test('sends an image pasted into a case to the model', async ({ lathe: page }) => {
  const said = { role: 'user', text: 'What is this?', images: ['{{photo}}'] }
  const model = { connection: 'demo', name: 'demo-1' }
  const { id } = await call<{ id: string }>(page, 'comparisons/create', {
    name: 'Photos',
    plan: {
      variants: [{ key: 'v', name: 'Seen', base: { type: 'prompt', messages: [said], model } }],
      cases: [{ key: 'c', input: {} }],
    },
  })
  await page.goto(`/compare/${id}`)
  await page.getByRole('rowheader').click()
  await pastePicture(pane(page).getByRole('textbox', { name: 'photo' }))
  await expect(pane(page).getByRole('img', { name: 'photo' })).toBeVisible()
  await expect(page.getByRole('rowheader').getByRole('img', { name: 'photo' })).toBeVisible()
  await page.getByRole('button', { name: /^Run Ctrl/ }).click()

  await expect(page.getByRole('gridcell')).toContainText('image/png, 10 × 10 pixels')
  // The button says of itself why it cannot be pressed again.
  await page.getByRole('rowheader').hover()
  await expectAccessible(page)
})

test('opens an external model call with its image', async ({ lathe: page }) => {
  const id = randomUUID()
  const picture = { type: 'image', mimeType: 'image/png', data: PNG }
  const asked = [
    { type: 'human', content: [{ type: 'text', text: 'What are {{these}}?' }, picture] },
  ]
  const run = {
    id,
    trace_id: id,
    name: 'seen',
    run_type: 'llm',
    start_time: Date.now() - 10,
    end_time: Date.now(),
    inputs: { messages: [asked] },
    outputs: { output: { role: 'assistant', content: 'Red.' } },
    extra: { metadata: { ls_provider: 'demo', ls_model_name: 'demo-1' } },
  }
  await expect(await page.request.post('/api/v1/runs/batch', { data: { post: [run] } })).toBeOK()
  await page.goto(`/traces/${id}?span=${id}`)
  await page.getByRole('button', { name: 'Open in Compare' }).click()

  await expect(page.getByRole('rowheader').getByRole('img', { name: 'picture' })).toBeVisible()
  await expect(pane(page).getByRole('textbox', { name: /^Address of picture 1/ })).toHaveText(
    '{{picture}}',
  )
  await page.getByRole('button', { name: /^Run Ctrl/ }).click()
  await expect(page.getByRole('gridcell')).toContainText('image/png, 10 × 10 pixels')
  const { plan } = await call<{ plan: { cases: unknown[] } }>(page, 'comparisons/get', {
    id: page.url().split('/compare/')[1]?.split('?')[0],
  })
  expect(plan.cases).toMatchObject([
    { input: { text_1: 'What are {{these}}?', picture: `data:image/png;base64,${PNG}` } },
  ])
})
