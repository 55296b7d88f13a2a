import { expect, test } from '../lathe.ts'

/** A call of an agent that is not chosen yet. */
const desk = {
  format: 1,
  state: { question: { type: 'string' }, answer: { type: 'string' } },
  input: ['question'],
  output: ['answer'],
  nodes: { delegate: { kind: 'agent-call', title: 'Delegate', agent: '', input: {}, output: {} } },
  edges: [
    { from: 'start', to: 'delegate' },
    { from: 'delegate', to: 'end' },
  ],
  layout: { start: [0, 0], delegate: [260, 0], end: [560, 0] },
  notes: [],
}

test('builds an agent that calls another, runs it and shows its spans', async ({
  lathe: page,
  server,
}) => {
  const made = await page.request.post(`${server.url}/api/agents`, {
    data: { name: 'Desk', document: desk },
    headers: { authorization: `Bearer ${server.token}` },
  })
  expect(made.ok()).toBe(true)
  await page.goto(`${server.url}/agents/desk`)
  const card = page.locator('.react-flow__node').filter({ hasText: 'Delegate' }).first()

  await card.click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: /Plain prompt/ }).click()
  await expect(card).toContainText('Plain prompt · v1, published')
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue('Published (now 1)')
  await expect(page.getByRole('combobox', { name: 'Channel' })).toHaveValue('answer')

  await page.getByRole('tab', { name: 'Run' }).click()
  await expect(page.getByText(/^1 call/)).toBeVisible()
  await page.getByRole('textbox', { name: /question/i }).fill('What is a checkpoint?')
  await page.getByRole('button', { name: /Run draft/ }).click()
  await expect(page.getByText('Success').first()).toBeVisible()
  await page.getByText('2 steps').click()
  await expect(page.getByText('Delegate › reply').last()).toBeVisible()

  await page.getByRole('link', { name: 'Trace', exact: true }).click()
  const levelOf = (name: string) => page.getByRole('treeitem').filter({ hasText: name })
  await expect(levelOf('reply')).toHaveAttribute('aria-level', '3')
  await expect(levelOf('demo-1')).toHaveAttribute('aria-level', '4')

  await page.goto(`${server.url}/agents/prompt`)
  await page.getByRole('button', { name: 'Called by Desk' }).click()
  await page.getByRole('menuitem', { name: 'Desk · delegate' }).click()
  await expect(page).toHaveURL(/\/agents\/desk/)
})

test('lists callers when a called agent is deleted', async ({ lathe: page, server }) => {
  await page.goto(`${server.url}/agents`)
  await page.getByRole('button', { name: /Delete.*Plain prompt/i }).click()
  const told = 'Plain prompt deleted. Desk calls it and cannot run without it'
  await expect(page.getByText(told, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Plain prompt/ })).toHaveCount(1)
})
