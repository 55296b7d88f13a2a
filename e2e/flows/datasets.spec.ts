import { call, createAgent } from '../agents.ts'
import { expect, test } from '../lathe.ts'

test('imports a file into a dataset and undoes it', async ({ lathe: page, server }) => {
  await call(page, 'datasets/create', { name: 'Skies' })
  await page.goto(`${server.url}/datasets/Skies`)
  const tools = ['Search examples', 'Add example'].map((name) =>
    page.getByLabel(name).or(page.getByRole('button', { name })).first().boundingBox(),
  )
  const [search, add] = await Promise.all(tools)
  expect(add?.y).toBeLessThan((search?.y ?? 0) + (search?.height ?? 0))

  await page.getByRole('button', { name: 'Import', exact: false }).first().click()
  const buffer = Buffer.from('question,expected\nFog?,Cloud\nIce?,Water\nragged\n')
  const file = { name: 'weather.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await expect(page.getByRole('row', { name: /Fog/ })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('Version 1 reverted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Fog/ })).toHaveCount(0)
})

test('adds a trace to a dataset and removes it', async ({ lathe: page, server }) => {
  await createAgent(page, 'Traced')
  const { id } = await call<{ id: string }>(page, 'runs/wait', {
    agent: 'traced',
    version: 'draft',
    input: { question: 'Why are there tides?' },
  })
  await page.goto(`${server.url}/traces/${id}`)
  await page.getByRole('button', { name: 'Add to dataset' }).click()
  await page.getByPlaceholder('Choose a dataset or enter a new name').fill('Seen')
  await page.getByRole('button', { name: 'Create and add' }).click()
  await expect(page.getByText('1 example added to Seen', { exact: true })).toBeVisible()
  const examples = async () =>
    (await call<{ examples: number }>(page, 'datasets/get', { dataset: 'Seen' })).examples
  expect(await examples()).toBe(1)

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect.poll(examples).toBe(0)
})

test("chooses the type of a file's column in a narrow window", async ({ lathe: page, server }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await call(page, 'datasets/create', { name: 'Narrow' })
  await page.goto(`${server.url}/datasets/Narrow?pane=import`)
  const buffer = Buffer.from(
    'what_the_visitor_asked,what_the_reviewer_expected\nWhy is there fog at night?,Cool water under warm air\n',
  )
  const file = { name: 'long-names.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)

  const table = page.getByRole('table').filter({ hasText: 'Sample values' })
  await expect(table).toBeVisible()
  const hidden = await table.evaluate(({ parentElement: frame }) =>
    frame ? frame.scrollWidth - frame.clientWidth : -1,
  )
  expect(hidden).toBe(0)
})

test('saves an example while it is edited', async ({ lathe: page, server }) => {
  await call(page, 'datasets/create', { name: 'Writing' })
  const put = [{ inputs: { question: 'Tides?' }, reference: 'The moon' }]
  await call(page, 'datasets/change', { dataset: 'Writing', put })
  await page.goto(`${server.url}/datasets/Writing`)
  await page.getByLabel('Open example 1').click()
  const reference = page.getByLabel('Reference')

  await reference.press('End')
  await page.keyboard.type(' and the sun')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('row', { name: /v2/ })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(' i')

  await expect(reference).toHaveValue('The moon and the su in')
})

test('keeps edits of an example and shows the changes of its versions', async ({
  lathe: page,
  server,
}) => {
  await call(page, 'datasets/create', { name: 'Drafts' })
  const put = ['Tides?', 'Fog?'].map((question) => ({
    inputs: { question },
    reference: 'The moon',
  }))
  await call(page, 'datasets/change', { dataset: 'Drafts', put })
  await page.goto(`${server.url}/datasets/Drafts`)

  const pane = page.getByRole('complementary', { name: 'Example' })
  await page.getByRole('row', { name: /Tides/ }).getByLabel('Open example').click()
  await page.getByLabel('Reference').fill('The moon and the sun')
  await page.getByLabel('Metadata').fill('{"from":')
  await page.getByRole('gridcell', { name: 'Fog?' }).click()
  await expect(page.getByLabel('Reference')).toHaveValue('The moon')
  await page
    .getByRole('row', { name: /Not saved.*Tides/ })
    .getByRole('gridcell')
    .first()
    .click()
  await expect(page.getByLabel('Metadata')).toHaveValue('{"from":')
  await expect(pane.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Metadata').fill('{"from":"a book"}')
  await pane.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('tab', { name: /Versions/ }).click()
  await page.getByRole('button', { name: '1 changed' }).click()
  const changes = page.getByRole('complementary', { name: 'Changes in v2' })
  await expect(changes.locator('ins', { hasText: 'and the sun' })).toBeVisible()
  await expect(changes.getByText('Metadata')).toBeVisible()
})

test("shows the beginning of a version's changes and more on request", async ({
  lathe: page,
  server,
}) => {
  await call(page, 'datasets/create', { name: 'Many' })
  const put = Array.from({ length: 130 }, (_, at) => ({ inputs: { question: `Why ${at}?` } }))
  await call(page, 'datasets/change', { dataset: 'Many', put })
  await page.goto(`${server.url}/datasets/Many?tab=versions&changes=1`)
  const pane = page.getByRole('complementary', { name: 'Changes in v1' })

  await expect(pane.getByText('130 examples added, 0 changed, 0 removed')).toBeVisible()
  await expect(pane.getByRole('listitem')).toHaveCount(100)
  await pane.getByRole('button', { name: 'Show more' }).click()

  await expect(pane.getByRole('listitem')).toHaveCount(130)
  await expect(pane.getByRole('button', { name: 'Show more' })).toBeHidden()
})
