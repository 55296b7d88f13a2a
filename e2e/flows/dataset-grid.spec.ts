import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, signIn, test } from '../lathe.ts'
import { pastePicture, PNG } from '../pictures.ts'

type Example = { id: string; inputs: Record<string, unknown>; reference: unknown; splits: string[] }

const cellOf = (page: Page, row: number, column: number) =>
  page.locator(`tr[data-index="${row}"] td[data-column="${column}"]`)

async function openDataset(page: Page, name: string, rows: number) {
  await call(page, 'datasets/create', { name })
  const put = Array.from({ length: rows }, (_, at) => ({
    inputs: { question: `Why ${at}?`, depth: at },
    reference: `So ${at}`,
  }))
  await call(page, 'datasets/change', { dataset: name, put })
  await page.goto(`/datasets/${name}`)
  await page.getByRole('grid', { name: 'Examples' }).waitFor()
}

const examplesOf = async (page: Page, name: string) =>
  (await call<{ items: Example[] }>(page, 'datasets/examples', { dataset: name, limit: 1_000 }))
    .items

test('edits cells by keyboard like a spreadsheet', async ({ lathe: page }) => {
  await openDataset(page, 'Keys', 3)
  const { keyboard } = page
  const references = async () => (await examplesOf(page, 'Keys')).map(({ reference }) => reference)

  await cellOf(page, 0, 2).click()
  await keyboard.type('Because')
  await keyboard.press('Enter')
  await expect(cellOf(page, 1, 2)).toBeFocused()
  await keyboard.press('F2')
  await keyboard.type(', and')
  await keyboard.press('Shift+Enter')
  await keyboard.type('so on')
  await keyboard.press('Shift+Tab')
  await expect(cellOf(page, 1, 1)).toBeFocused()
  await cellOf(page, 2, 2).dblclick()
  await keyboard.type(' nonsense')
  await keyboard.press('Escape')
  await expect(cellOf(page, 2, 2)).toHaveText('So 2')
  await expect.poll(references).toEqual(['Because', 'So 1, and\nso on', 'So 2'])

  await keyboard.press('Backspace')
  await expect.poll(references).toEqual(['Because', 'So 1, and\nso on', null])
  await keyboard.press('Control+z')
  await expect.poll(references).toEqual(['Because', 'So 1, and\nso on', 'So 2'])
  await expect(cellOf(page, 2, 2)).toBeFocused()
})

test('writes the first example into the empty row', async ({ lathe: page }) => {
  await call(page, 'datasets/create', { name: 'Bare' })
  await page.goto('/datasets/Bare')
  await expect(page.getByText('No examples yet. Type')).toBeVisible()
  await cellOf(page, 0, 0).click()
  await page.keyboard.type('Why?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Because')
  await page.keyboard.press('Enter')
  await expect(cellOf(page, 1, 0)).toBeFocused()

  await expect
    .poll(async () =>
      (await examplesOf(page, 'Bare')).map(({ inputs, reference }) => [inputs, reference]),
    )
    .toEqual([[{ question: 'Why?' }, 'Because']])
  await expect(page.getByText('No examples yet. Type')).toBeHidden()
  await expect(cellOf(page, 1, 0)).toBeFocused()
})

test('reports invalid JSON in its cell and keeps it', async ({ lathe: page }) => {
  await openDataset(page, 'Depths', 2)
  const { keyboard } = page

  await cellOf(page, 0, 1).click()
  await keyboard.type('[1,')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'depth' })).toBeFocused()
  await expect(page.getByText('not JSON yet')).toBeVisible()
  await expectAccessibleInBoth(page, 'main')
  await cellOf(page, 1, 0).click()
  await expect(page.getByText('1 example not saved')).toBeVisible()
  await page.reload()
  await expect(cellOf(page, 0, 1)).toHaveText('[1,')
  await cellOf(page, 0, 1).click()
  await keyboard.press('Enter')
  await keyboard.type('2]')
  await keyboard.press('Enter')

  await expect
    .poll(async () => (await examplesOf(page, 'Depths'))[0]?.inputs)
    .toEqual({ question: 'Why 0?', depth: [1, 2] })
})

test('copies, pastes, clears and restores a range of cells', async ({ lathe: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDataset(page, 'Ranges', 3)
  const { keyboard } = page
  const depths = async () => (await examplesOf(page, 'Ranges')).map(({ inputs }) => inputs['depth'])

  await cellOf(page, 0, 0).click()
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('Control+c')
  await cellOf(page, 2, 0).click()
  await keyboard.press('Control+v')
  await expect(page.getByRole('tab', { name: /Examples/ })).toContainText('4')
  expect((await examplesOf(page, 'Ranges')).map(({ inputs }) => inputs)).toEqual([
    { question: 'Why 0?', depth: 0 },
    { question: 'Why 1?', depth: 1 },
    { question: 'Why 0?', depth: 0 },
    { question: 'Why 1?', depth: 1 },
  ])

  await cellOf(page, 0, 1).click()
  await cellOf(page, 2, 1).click({ modifiers: ['Shift'] })
  await keyboard.press('Delete')
  await expect.poll(depths).toEqual([undefined, undefined, undefined, 1])
  await keyboard.press('Control+z')
  await expect.poll(depths).toEqual([0, 1, 0, 1])

  await cellOf(page, 2, 3).click()
  await keyboard.press('Control+v')
  await expect(page.getByRole('alert').last()).toContainText('Skipped: 1 column')
  await expect
    .poll(async () => (await examplesOf(page, 'Ranges')).map(({ splits }) => splits))
    .toEqual([[], [], ['Why 0?'], ['Why 1?']])
})

test('adds examples in the empty row at the end', async ({ lathe: page }) => {
  await openDataset(page, 'Rows', 1)
  const { keyboard } = page

  await cellOf(page, 1, 0).click()
  for (const [question, depth, reference] of [
    ['Fog?', '3', 'Cloud'],
    ['Ice?', '4', 'Water'],
  ] as const) {
    await keyboard.type(question)
    await keyboard.press('Tab')
    await keyboard.type(depth)
    await keyboard.press('Tab')
    await keyboard.type(reference)
    await keyboard.press('Enter')
  }

  await expect(cellOf(page, 3, 0)).toBeFocused()
  await expect
    .poll(async () => (await examplesOf(page, 'Rows')).slice(1))
    .toMatchObject([
      { inputs: { question: 'Fog?', depth: 3 }, reference: 'Cloud' },
      { inputs: { question: 'Ice?', depth: 4 }, reference: 'Water' },
    ])
})

// The browser logs the rejected save, so this test does not require an empty console.
test('does not overwrite concurrent changes and reports them', async ({ page, server }) => {
  await signIn(page, server)
  await openDataset(page, 'Shared', 2)
  const [first] = await examplesOf(page, 'Shared')
  const put = [{ id: first?.id, reference: 'Theirs' }]

  await cellOf(page, 0, 2).dblclick()
  await page.keyboard.type(' of mine')
  await call(page, 'datasets/change', { dataset: 'Shared', put })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByRole('button', { name: 'Show' }).click()
  expect((await examplesOf(page, 'Shared'))[0]?.reference).toBe('Theirs')
  await expect(page.getByLabel('Reference')).toHaveValue('So 0 of mine')
  await page.getByRole('button', { name: 'Overwrite' }).click()

  await expect
    .poll(async () => (await examplesOf(page, 'Shared'))[0]?.reference)
    .toBe('So 0 of mine')
})

test('a cancelled cell does not save other edits', async ({ lathe: page }) => {
  await openDataset(page, 'Beside', 1)

  await page.getByLabel('Open example 1').click()
  await page.getByLabel('Metadata').fill('{"from":"a book"}')
  await cellOf(page, 0, 2).dblclick()
  await page.keyboard.type(' nonsense')
  await page.keyboard.press('Escape')
  await cellOf(page, 0, 1).click()

  await expect(page.getByText('1 example not saved')).toBeVisible()
  expect((await examplesOf(page, 'Beside'))[0]).toMatchObject({ reference: 'So 0', metadata: {} })
})

test('keeps a cell open when it scrolls away and saves one that loses focus', async ({
  lathe: page,
}) => {
  await openDataset(page, 'Long', 500)

  await cellOf(page, 3, 2).dblclick()
  await page.keyboard.type(' at first')
  // A wheel event can be lost while the text grows.
  await expect(async () => {
    await page.mouse.wheel(0, 50_000)
    await expect(cellOf(page, 499, 2)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.type(', and later')
  await cellOf(page, 5, 2).click()

  await expect
    .poll(async () => (await examplesOf(page, 'Long'))[3]?.reference)
    .toBe('So 3 at first, and later')
})

test('shows a pasted picture in its cell and exports it unchanged', async ({ lathe: page }) => {
  await openDataset(page, 'Photos', 1)
  const photo = `data:image/png;base64,${PNG}`
  const cell = cellOf(page, 0, 0)

  await cell.click()
  await pastePicture(cell)
  await expect(cell).toHaveText('PNG, 78 B')
  await page.keyboard.press('F2')
  await expect(cell.getByRole('textbox')).toHaveValue('')
  await page.keyboard.press('Enter')
  const inputs = async () => (await examplesOf(page, 'Photos'))[0]?.inputs
  await expect.poll(inputs).toEqual({ question: photo, depth: 0 })

  await page.getByRole('button', { name: 'Enlarge question' }).click()
  await expect(page.getByRole('dialog')).toContainText('10 × 10 pixels')
  await page.keyboard.press('Escape')
  await expectAccessibleInBoth(page)
  const csv = await page.request.get('/api/datasets/Photos/export?format=csv')
  expect(await csv.text()).toContain(photo)
})
