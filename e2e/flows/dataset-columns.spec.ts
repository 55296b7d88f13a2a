import { expectAccessibleInBoth } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

test('adds a column for any input field and writes into it', async ({ lathe: page }) => {
  await call(page, 'datasets/create', { name: 'Wide' })
  const names = ['city', 'country', 'language', 'season', 'budget, per day', 'wishes']
  const put = [{ inputs: Object.fromEntries(names.map((name) => [name, `the ${name}`])) }]
  await call(page, 'datasets/change', { dataset: 'Wide', put })
  await page.goto('/datasets/Wide')
  const heads = page.getByRole('grid', { name: 'Examples' }).getByRole('columnheader')
  await expect(heads).toHaveText([
    'Row',
    'city',
    'country',
    'language',
    'season',
    'Reference',
    'Splits',
    'Since',
  ])

  await page.getByRole('button', { name: 'Columns' }).click()
  const choose = (name: string) => page.getByRole('menuitemcheckbox', { name }).click()
  await choose('budget, per day')
  await choose('Metadata')
  for (const name of ['country', 'language', 'season', 'Splits']) await choose(name)
  await page.keyboard.press('Escape')
  await expectAccessibleInBoth(page)
  const chosen = ['Row', 'city', 'budget, per day', 'Reference', 'Metadata', 'Since']
  await expect(heads).toHaveText(chosen)
  await page.reload()
  await expect(heads).toHaveText(chosen)

  await page.locator('tr[data-index="0"] td[data-column="1"]').click()
  await page.keyboard.type('none')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('{"from":"a book"}')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => {
      const { items } = await call<{ items: unknown[] }>(page, 'datasets/examples', {
        dataset: 'Wide',
      })
      return items[0]
    })
    .toMatchObject({ inputs: { 'budget, per day': 'none' }, metadata: { from: 'a book' } })

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await expect(heads).toHaveCount(8)
})

test('keeps the page open when a file is dropped beside its field', async ({ lathe: page }) => {
  await page.goto('/datasets')
  const isRefused = (selector: string, type: string) =>
    page.locator(selector).evaluate((element, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'shot.png', { type: 'image/png' }))
      const drag = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
      return !element.dispatchEvent(drag)
    }, type)

  expect(await isRefused('h1', 'dragover')).toBe(true)
  expect(await isRefused('h1', 'drop')).toBe(true)
})
