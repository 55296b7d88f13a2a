import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

const prompt = (key: string, text: string) => ({
  key,
  name: key,
  base: {
    type: 'prompt',
    messages: [
      { role: 'system', text },
      { role: 'user', text: '{{question}}' },
    ],
    model: { connection: 'demo', name: 'demo-1' },
  },
})

test('the column summary scrolls away and the column names stay', async ({ lathe: page }) => {
  const variants = ['Plain', 'Short', 'Long'].map((name) => prompt(name, `Be ${name}.`))
  const cases = Array.from({ length: 30 }, (_, index) => ({
    key: `c${index}`,
    input: { question: `[[reply: The answer ${index}]]` },
  }))
  const evaluators = [
    { key: 'k', name: 'Answers', evaluator: { kind: 'contains', texts: ['answer'] } },
  ]
  const plan = { variants, cases, evaluators, concurrency: 32 }
  const { id } = await call<{ id: string }>(page, 'comparisons/create', { name: 'Many', plan })
  await call(page, 'comparisons/run', { id })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/compare/${id}`)
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  const figures = page.getByRole('columnheader', { name: 'Summary of Short' })
  await expect(figures).toContainText('pass rate')

  const verdicts = page.getByRole('region', { name: 'Verdicts by Answers' })
  const ofOne = verdicts.getByText(/came out alike/).first()
  const folded = await ofOne.boundingBox()
  await verdicts.getByRole('button', { name: /^More/ }).click()
  await expect
    .poll(async () => (await ofOne.boundingBox())?.height)
    .toBeGreaterThan(folded?.height ?? 0)
  await verdicts.getByRole('button', { name: /^Less/ }).click()

  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell').first().focus()
  for (let row = 0; row < 12; row++) await page.keyboard.press('ArrowDown')
  const active = grid.locator('[data-place="12.1"]')
  await expect(active).toBeFocused()
  await expect(active).toContainText('The answer 12')
  await expect(active).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: 'Short', exact: true })).toBeInViewport()
  await expect(figures).not.toBeInViewport()

  for (let row = 0; row < 12; row++) await page.keyboard.press('ArrowUp')
  await expect(figures).toBeInViewport({ ratio: 1 })

  const last = grid.locator('[data-place="0.3"]')
  await last.click()
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(last).toBeInViewport({ ratio: 1 })
})
